"""The addresses of the client's pages, each with its component: one list for server and client.

`python -m tools.wire` writes it for the client's router. Every other address is not found.
"""

from __future__ import annotations

from typing import Final

SHARED: Final = "/s/{token:str}"  # a shared hand: its page has a link preview
PAGES: Final[dict[str, str]] = {  # components are files under web/src, without `.svelte`
    "/": "lobby/LobbyPage",
    "/t/{table:str}": "table/TablePage",
    "/how-to-play": "learn/HowToPlayPage",
    "/spot": "spot/SpotPage",
    "/lab": "lab/LabPage",
    "/train": "train/TrainPage",
    "/train/mistakes": "train/MistakesPage",
    "/train/shared/{token:str}": "train/SharedPage",
    "/train/{drill:str}": "train/DrillPage",
    "/school": "school/SchoolPage",
    "/school/result/{token:str}": "school/ResultPage",
    "/school/class/{class:str}": "school/ClassPage",
    "/school/{lesson:str}": "school/LessonPage",
    "/hands": "hands/HandsPage",
    "/h/{table:str}/{round:str}": "hands/HandPage",
    SHARED: "hands/HandPage",
    "/rules": "rules/RulesPage",
    "/rules/{name:str}": "rules/RulesPage",
    "/rules/{left:str}/{right:str}": "rules/RulesPage",
    "/verify": "verify/VerifyPage",
    "/floor": "floor/FloorPage",
    "/par": "par/ParPage",
    "/audit": "audit/AuditPage",
    "/audit/{table:str}/{round:str}": "audit/AuditPage",
    "/account": "account/AccountPage",
}
