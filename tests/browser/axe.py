"""axe looks at a page, in light and in dark, and never twice at what looks the same."""

from __future__ import annotations

from typing import Any, Final, Literal

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # no types
from playwright.sync_api import Page

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
GRAVE: Final = ("serious", "critical")
COLOURS: Final = ("color-contrast", "link-in-text-block")
# What a page says is the same in light and dark: only its colours are looked at in both.
WORDS: Final = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {"target-size": {"enabled": True}, **{rule: {"enabled": False} for rule in COLOURS}},
}
SEEN: Final = {
    "resultTypes": ["violations"],
    "preload": False,
    "runOnly": {"type": "rule", "values": COLOURS},
}
# Pages of so many elements are long lists, where most of the time would go to rows that look the
# same. Of elements with equal colours, type and state, with equal ancestors, the first stands for
# all. Smaller pages, the felt among them, are looked at as a whole: there things lie over others.
LONG: Final = 1_500
RUN: Final = """async ([options, sampled, long]) => {
  const alike = () => {
    const known = new Map();
    const looks = (one) => {
      if (known.has(one)) return known.get(one);
      const above = one.parentElement ? looks(one.parentElement) : '';
      const style = getComputedStyle(one);
      const parts = [
        one.tagName, one.className.toString(), style.color, style.backgroundColor,
        style.backgroundImage, style.opacity, style.fontSize, style.fontWeight, style.textShadow,
        style.textDecorationLine, style.display, style.visibility,
      ];
      const own = above + '>' + parts.join('|');
      known.set(one, own);
      return own;
    };
    const first = new Map();
    const spoken = (node) => node.nodeType === 3 && /[\\p{L}\\p{N}]/u.test(node.data);
    const hasText = (one) => [...one.childNodes].some(spoken); // axe passes over mere dashes
    for (const one of document.body.querySelectorAll('*')) {
      if (hasText(one) && !first.has(looks(one))) first.set(looks(one), one);
    }
    return [...first.values()];
  };
  const many = document.querySelectorAll('*').length >= long;
  const where = sampled && many ? { include: alike() } : document;
  const { violations } = await axe.run(where, options);
  return violations.map(({ nodes, ...one }) => ({ ...one, html: nodes[0].html }));
}"""


def findings(page: Page, where: str) -> list[str]:
    """Serious and critical findings of axe, each with the first element it is about."""
    page.evaluate(AXE_SCRIPT)
    told = _told(page, where, WORDS, sampled=False)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        told += _told(page, f"{where}, {scheme}", SEEN, sampled=True)
    return told


def _told(page: Page, where: str, options: dict[str, Any], *, sampled: bool) -> list[str]:
    # Any: axe's own options
    found = page.evaluate(RUN, [options, sampled, LONG])
    return [
        f"{where}: {one['id']}: {one['help']}: {one['html'][:200]}"
        for one in found
        if one["impact"] in GRAVE
    ]
