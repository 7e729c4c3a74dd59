"""Draws the client's icons and the preview picture of shared links: `python -m tools.icons`.

They are made from web/public/mark.svg by a real Chromium and kept in web/public, so that nobody
needs a browser to build the client.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tools.chromium import find

FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "public"
DARK: Final = "#111719"
ICONS: Final = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0)}
# Phones cut a circle or a rounded square out of these: the mark stays inside, the ground fills all.
FULL_BLEED: Final = {"icon-maskable-512.png": (512, 0.72), "apple-touch-icon.png": (180, 0.86)}
FAVICON_PX: Final = 32
PREVIEW: Final = (1200, 630)  # what social sites show of a link

_PREVIEW_PAGE: Final = """
<body style="margin:0;width:1200px;height:630px;display:grid;place-items:center;color:#e6f2ec;
  font-family:Inter,'Noto Sans','Liberation Sans','DejaVu Sans',sans-serif;
  background:radial-gradient(90% 140% at 60% 20%,#1a5547,#15483c 60%,#0e342b)">
<div style="display:grid;gap:36px;justify-items:center">
  <div style="display:flex;gap:18px">{cards}</div>
  <div style="display:flex;align-items:center;gap:24px;font-size:76px;font-weight:650">
    <span style="width:92px;height:92px;display:block">{mark}</span>pitboss</div>
  <div style="font-size:38px;color:#bddacd">Ultimate Texas Hold’em, every bet explained</div>
</div></body>
"""
_CARD: Final = """
<div style="width:130px;height:182px;border-radius:14px;background:#fbfaf6;color:#1a2320;
  display:grid;place-items:center;font-size:66px;font-weight:650;line-height:1.05;text-align:center;
  box-shadow:0 8px 24px #0007">{rank}<br>♠</div>
"""


def main() -> None:
    """Draw all of them again."""
    mark = (FOLDER / "mark.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (size, scale) in (ICONS | FULL_BLEED).items():
            ground = DARK if name in FULL_BLEED else "transparent"
            (FOLDER / name).write_bytes(_icon(browser, mark, size, scale, ground))
        small = _icon(browser, mark, FAVICON_PX, 1.0, "transparent")
        (FOLDER / "favicon.ico").write_bytes(_ico(small))
        cards = "".join(_CARD.format(rank=rank) for rank in ("10", "J", "Q", "K", "A"))
        page = browser.new_page(viewport={"width": PREVIEW[0], "height": PREVIEW[1]})
        page.set_content(_PREVIEW_PAGE.format(cards=cards, mark=mark))
        (FOLDER / "preview.png").write_bytes(page.screenshot())
        browser.close()


def _icon(browser: Browser, mark: str, size: int, scale: float, ground: str) -> bytes:
    page = browser.new_page(viewport={"width": size, "height": size})
    inner = round(size * scale)
    page.set_content(
        f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">'
        f'<span style="width:{inner}px;height:{inner}px;display:block">{mark}</span></body>'
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def _ico(png: bytes) -> bytes:
    """Wrap a PNG as a Windows icon: a header, one entry, the picture."""
    entry = struct.pack("<BBBBHHII", FAVICON_PX, FAVICON_PX, 0, 0, 1, 32, len(png), 22)
    return struct.pack("<HHH", 0, 1, 1) + entry + png


if __name__ == "__main__":
    main()
