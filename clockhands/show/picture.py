"""What the `show` functions give back: text, a picture and alt text that states what the picture shows."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

__all__ = ["Picture"]


class Picture:
    """A picture that reads everywhere: text in a terminal, an image with alt text in a notebook.

    text: the same content for a terminal, at most 100 columns; svg: the drawing (or png: its bytes); alt: one
    paragraph that states the relation shown.
    """

    def __init__(
        self, text: str, alt: str, svg: str | None = None, png: bytes | None = None, width: int = 960
    ):
        self.text, self.alt, self.svg, self.png, self.width = text, alt, svg, png, width

    def __repr__(self) -> str:
        return self.text

    @property
    def html(self) -> str:
        """An `<img>` with the drawing inside: it needs no kernel and no trust in scripts or SVG."""
        kind, data = ("svg+xml", self.svg.encode()) if self.svg is not None else ("png", self.png or b"")
        source = base64.b64encode(data).decode("ascii")
        # Alt text last: JupyterLab shows the beginning of a folded output, and that must not tell the answer.
        return (
            f'<img width="{self.width}" style="max-width: 100%; height: auto;" '
            f'src="data:image/{kind};base64,{source}" alt="{escape(self.alt)}">'
        )

    def _repr_mimebundle_(self, include=None, exclude=None):
        if self.svg is not None:
            return {"text/plain": self.text, "text/html": self.html}
        # A plot goes out as image/png, which checks compare by presence: its pixels differ between versions.
        data = {"text/plain": self.text, "image/png": base64.b64encode(self.png or b"").decode("ascii")}
        return data, {"image/png": {"alt": self.alt, "width": self.width}}

    def save(self, path: str | Path) -> Path:
        """Write the picture (.svg or .png, as drawn) or its text (.txt); ValueError for other endings."""
        path = Path(path)
        have = {".txt": self.text + "\n", ".svg": self.svg, ".png": self.png}
        content = have.get(path.suffix.lower())
        if content is None:
            allowed = ", ".join(ending for ending, value in have.items() if value is not None)
            raise ValueError(
                f"this picture cannot be saved as {path.suffix or 'a file without ending'}; use {allowed}"
            )
        data = content if isinstance(content, bytes) else content.encode("utf-8")
        path.write_bytes(data)
        return path
