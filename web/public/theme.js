// Settles theme and deck colours before anything is drawn; a file, since the policy allows no inline script.
try {
  var kept = JSON.parse(localStorage.getItem('pitboss.settings') || '{}');
  if (kept.theme === 'light' || kept.theme === 'dark') document.documentElement.dataset.theme = kept.theme;
  if (kept.deck === 'four') document.documentElement.dataset.deck = 'four';
} catch (_) {
  // Nothing kept, or kept badly: the system's own theme.
}
