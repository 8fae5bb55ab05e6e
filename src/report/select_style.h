#ifndef ECT_REPORT_SELECT_STYLE_H_
#define ECT_REPORT_SELECT_STYLE_H_

namespace ect::report {

// The style sheet of a selection's page, light and dark.
inline constexpr const char* kSelectStyle = R"(
:root { color-scheme: light dark; --text: #1f2630; --soft: #5b6572; --back: #ffffff;
  --card: #f6f7f9; --line: #dfe3e8; --title: #fff8e1; --coin: #9a5b00; --won: #0b6b47;
  --lost: #a63200; --series-0: #0072b2; --series-1: #c05000; --series-2: #007a59;
  --series-3: #a8518a; --series-4: #946b00; --series-5: #2f6da6; --series-6: #7f6000; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7eb; --soft: #a3adb9; --back: #15191f;
  --card: #1d232b; --line: #343c47; --title: #352d14; --coin: #e8b04b; --won: #5fc79b;
  --lost: #f0936a; --series-0: #56b4e9; --series-1: #e8834a; --series-2: #3fbf95;
  --series-3: #d18bbb; --series-4: #d9a93a; --series-5: #7fb2e5; --series-6: #c2a24a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; background: var(--back);
  color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
.winner { font-size: 1.8rem; font-weight: 700; line-height: 1.25; margin: 0 0 .5rem; }
.long { font-size: 1.1rem; font-weight: 600; white-space: pre-wrap; }
.soft { color: var(--soft); }
.statement { padding: .8rem 1rem; background: var(--card); border-radius: .5rem;
  border-left: 4px solid var(--series-0); max-width: 46rem; }
.warning { border-left-color: var(--coin); margin-bottom: .6rem; }
.wide { overflow-x: auto; }
.full { width: calc(100vw - 2rem); margin-left: calc(50% - 50vw + 1rem); }
.full svg { margin: 0 auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .25rem .7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
td.name { overflow-wrap: anywhere; min-width: 8rem; max-width: 32rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.won { color: var(--won); font-weight: 600; }
td.lost { color: var(--lost); font-weight: 600; }
.coin { display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: var(--coin);
  color: var(--back); font-weight: 600; font-size: .8rem; }
summary { cursor: pointer; }
svg { display: block; }
pre { padding: .7rem; background: var(--card); border-radius: .5rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
)";

}  // namespace ect::report

#endif  // ECT_REPORT_SELECT_STYLE_H_
