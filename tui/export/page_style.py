"""The style sheet of an exported page: light and dark, readable on a phone and on paper."""

STYLE = """
:root{color-scheme:light dark;--ground:#fbfaf6;--text:#1c2420;--soft:#5d6a63;--rule:#d9d6cb;--panel:#f1efe7;
--s0:#b3261e;--s1:#1d5fb4;--s2:#0f7a4f;--s3:#8a5a00;--mark:#0b5d3b}
@media(prefers-color-scheme:dark){:root{--ground:#121a16;--text:#e6ebe7;--soft:#9fb0a6;--rule:#2c3a33;
--panel:#1a2620;--s0:#ff8a80;--s1:#8ab4f8;--s2:#7bd9a8;--s3:#f2c464;--mark:#7bd9a8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--ground);color:var(--text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans CJK JP","Hiragino Sans","Yu Gothic",
sans-serif;overflow-wrap:break-word}
h1{font-size:1.4rem;line-height:1.25;margin:.2rem 0}
h2{font-size:1.15rem;margin:2rem 0 .6rem;border-bottom:1px solid var(--rule);padding-bottom:.2rem}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.4rem 0}
a{color:var(--mark)}
.soft,figcaption,caption{color:var(--soft)}
.cut{border-left:4px solid var(--s0);padding-left:.6rem}
.wide{overflow-x:auto;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.full{width:100%}
th,td{padding:.2rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
th{font-weight:600}
.number{text-align:right;white-space:nowrap}
.tiles{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:nowrap}
.up{color:var(--s2)}.down{color:var(--s0)}
.curve{width:100%;height:auto;display:block}
.curve .grid{stroke:var(--rule)}
.curve text{fill:var(--soft);font-size:12px}
.curve .points{text-anchor:end}.curve .hand{text-anchor:middle}
.curve .line{fill:none;stroke-width:2.5;stroke-linejoin:round}
.seat0{stroke:var(--s0)}.seat1{stroke:var(--s1);stroke-dasharray:8 4}
.seat2{stroke:var(--s2);stroke-dasharray:2 4}.seat3{stroke:var(--s3);stroke-dasharray:12 4 2 4}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.4rem 0}
.legend svg{width:2.4rem;height:.6rem;margin-right:.4rem}
.legend line{stroke-width:3}
figure{margin:.6rem 0 1.4rem}
figure svg{width:100%;min-width:34rem;height:auto;display:block;border-radius:6px}
details{margin:.5rem 0;border:1px solid var(--rule);border-radius:6px;background:var(--panel)}
summary{cursor:pointer;padding:.5rem .7rem;font-weight:600}
details>div{padding:0 .7rem .7rem}
ul.result{list-style:none;padding:0;margin:.6rem 0}
footer{margin-top:2.5rem;font-size:.85rem;color:var(--soft)}
@media print{details{break-inside:avoid}body{max-width:none}}
"""
