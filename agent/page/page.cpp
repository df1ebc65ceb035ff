#include "agent/page/page.h"

#include "protocol/text/junit.h"
#include "protocol/text/shown_text.h"

namespace vow::agent {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --page: #ffffff; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0;
  --raised: #f6f8fa; --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9;
  --changed: #7d4e00; --changed-back: #fff8c5; --link: #0550ae;
  --scope: #b6d7ff; --pass: #dfe6ee; --module: #c9e8c4; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --raised: #151b23;
    --good: #7ee787; --good-back: #12261e; --bad: #ffa198; --bad-back: #25171c; --changed: #f2cc60;
    --changed-back: #272115; --link: #79c0ff; --scope: #1d4679; --pass: #333b45; --module: #1f4a2a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
h1, h2, h3, p, li, td, dd { overflow-wrap: anywhere; }
a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: var(--quiet); } dd { margin: 0; }
.totals { display: flex; flex-wrap: wrap; gap: 0.75rem; padding: 0; list-style: none; }
.totals li { padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.totals strong { display: block; font-size: 1.4rem; }
article { margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line);
  border-left: 0.4rem solid var(--quiet); border-radius: 0.5rem; background: var(--raised); }
article.bad { border-left-color: var(--bad); } article.changed { border-left-color: var(--changed); }
.result { font-weight: 600; } .bad .result, .bad-text { color: var(--bad); }
.changed .result { color: var(--changed); } .good-text { color: var(--good); }
.quiet { color: var(--quiet); } article p, article ul { margin: 0.35rem 0; }
pre { margin: 0.35rem 0; padding: 0.5rem; overflow-x: auto; border: 1px solid var(--line);
  background: var(--page); font: 0.85rem/1.4 ui-monospace, monospace; }
pre ins, pre del, pre span { display: block; text-decoration: none; }
pre ins { color: var(--good); background: var(--good-back); }
pre del { color: var(--bad); background: var(--bad-back); } pre span.at { color: var(--quiet); }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; text-align: left; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; white-space: nowrap; }
svg { display: block; width: 100%; max-width: 48rem; height: auto; }
svg .kept { fill: #57606a; } svg .repaired { fill: #bf8700; } svg .not-kept { fill: #cf222e; }
svg .unfinished { fill: none; stroke: var(--bad); stroke-dasharray: 3; }
svg.timeline { max-width: none; min-width: 44rem; } svg text { font-size: 12px; fill: var(--text); } svg text.end { text-anchor: end; }
svg .scope { fill: var(--scope); } svg .pass { fill: var(--pass); } svg .module { fill: var(--module); }
svg .failed { stroke: var(--bad); stroke-width: 2; }
.key .scope { border-color: var(--scope); } .key .pass { border-color: var(--pass); } .key .module { border-color: var(--module); }
svg line { stroke: var(--line); } .key span { padding-left: 0.9em; border-left: 0.9em solid; margin-right: 1em; }
.key .kept { border-color: #57606a; } .key .repaired { border-color: #bf8700; } .key .not-kept { border-color: #cf222e; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
label { display: grid; } [hidden] { display: none; } input, select, button { font: inherit; padding: 0.3rem; max-width: 100%; }
)";

// Nothing is loaded, and nothing but what the page itself holds is run.
constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; form-action 'none'">
<meta name="generator" content="vow">
<link rel="icon" href="data:,">
)";

} // namespace

std::string page_text(const Page& page) {
    std::string text(head);
    text.append(element("title", page.title)).append("\n<style>").append(style);
    text.append(page.style).append("</style>\n</head>\n<body>\n").append(page.body);
    if (!page.script.empty()) text.append("<script>").append(page.script).append("</script>\n");
    return text.append("</body>\n</html>\n");
}

std::string safe_text(std::string_view text) {
    return xml_text(shown(text));
}

std::string element(std::string_view tag, std::string_view text) {
    const std::string name(tag);
    return "<" + name + ">" + safe_text(text) + "</" + name + ">";
}

std::string pair_of(std::string_view name, std::string_view value) {
    return value.empty() ? "" : element("dt", name) + element("dd", value) + "\n";
}

} // namespace vow::agent
