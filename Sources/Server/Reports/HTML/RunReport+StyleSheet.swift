extension RunReport {
    /// The style of the page. Marks have signs and words too, so none relies on its color.
    static let styleSheet = """

        :root { color-scheme: light dark; --back: #ffffff; --raised: #f6f8fa; --text: #1b1f24; --quiet: #57606a;
          --line: #d0d7de; --link: #0550ae; --passed: #116329; --failed: #a40e26; --unreached: #7a4b00;
          --passed-back: #e6f6ea; --failed-back: #ffebe9; --unreached-back: #fff5d6; --bar: #0969da; --pale: #b6d4f7;
          --delay: #d4a72c; --hold: #8250df; --code: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        @media (prefers-color-scheme: dark) { :root { --back: #0d1117; --raised: #161b22; --text: #e6edf3;
          --quiet: #9aa4ae; --line: #30363d; --link: #79c0ff; --passed: #56d364; --failed: #ff8f87; --unreached: #e3b341;
          --passed-back: #10271a; --failed-back: #34151a; --unreached-back: #2b2310; --bar: #58a6ff; --pale: #1f4c80;
          --delay: #9e7a1a; --hold: #a371f7; } }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
        body { margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 2rem); max-width: 84rem; background: var(--back);
          color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0; }
        h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
        .run h3 { font-size: 1.1rem; margin: 1.5rem 0 0.5rem; }
        .run { border-top: 2px solid var(--line); margin-top: 2rem; }
        p { margin: 0.5rem 0; }
        a { color: var(--link); }
        a:focus-visible, pre:focus-visible, summary:focus-visible, .diagram:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        code, pre, svg text { font-family: var(--code); }
        pre { margin: 0.5rem 0; padding: 0.6rem 0.75rem; border: 1px solid var(--line); border-radius: 6px;
          background: var(--raised); font-size: 0.8125rem; line-height: 1.45; overflow: auto; max-height: 32rem;
          tab-size: 4; unicode-bidi: isolate; overflow-wrap: normal; }
        .content pre, pre.text { white-space: pre-wrap; overflow-wrap: anywhere; }
        pre.text .lines { white-space: pre; overflow-wrap: normal; }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: left; font-size: 0.8125rem; color: var(--quiet); font-weight: 600; white-space: nowrap; }
        th, td { padding: 0.15rem 0.5rem; vertical-align: top; }
        .runs td, .unfinished td { border-top: 1px solid var(--line); padding-block: 0.35rem; }
        .runs td:first-child { min-width: 7rem; }
        ul.parts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0.75rem 0; list-style: none; }
        .verdict { font-weight: 600; padding: 0.5rem 0.75rem; border-left: 5px solid; border-radius: 4px; }
        .verdict.passed { background: var(--passed-back); color: var(--passed); }
        .verdict.failed { background: var(--failed-back); color: var(--failed); }
        .description { white-space: pre-line; }
        .note, .hint, footer, .path { color: var(--quiet); font-size: 0.875rem; }
        td.passed, .sign { color: var(--passed); }
        td.failed, .failed .sign, .failure .sign { color: var(--failed); }
        .facts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0.75rem 0; }
        .facts dt { font-size: 0.8125rem; color: var(--quiet); }
        .facts dd { margin: 0; font-family: var(--code); font-size: 0.875rem; }
        .failure { margin: 1rem 0; padding-left: 0.75rem; border-left: 5px solid var(--failed); }
        .failure > h3, .failure > h4 { margin: 0; font-size: 1rem; }
        .expected { color: var(--passed); }
        .received { color: var(--failed); }
        .links { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.875rem; }
        .kind { font-family: var(--code); padding: 0.1rem 0.4rem; border: 1px solid var(--line); border-radius: 4px; }
        .source { font-size: 0.8125rem; line-height: 1.5; border: 1px solid var(--line); }
        .source th { padding-block: 0.3rem; border-bottom: 1px solid var(--line); }
        .source td { padding-block: 0; }
        .source .mark { white-space: nowrap; width: 8.5rem; }
        .source .number { text-align: right; color: var(--quiet); font-family: var(--code); width: 3rem; }
        .source .code { white-space: pre-wrap; tab-size: 4; unicode-bidi: isolate; }
        .source .gap td { color: var(--quiet); background: var(--raised); text-align: center; }
        .source .passed .mark { color: var(--passed); background: var(--passed-back); }
        .source .failed td { color: var(--text); background: var(--failed-back); }
        .source .failed .mark { color: var(--failed); font-weight: 700; }
        .source .unreached .mark, .source .unreached .sign { color: var(--unreached); }
        .source .unreached .mark { background: var(--unreached-back); }
        .source tr:target .number { outline: 2px solid var(--link); }
        .word { margin-left: 0.35rem; }
        .failure-link { display: block; white-space: normal; color: var(--failed); font-weight: 600; }
        .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0; margin: 0.5rem 0;
          font-size: 0.8125rem; color: var(--quiet); }
        .diagram { display: grid; grid-template-columns: max-content max-content; width: fit-content; max-width: 100%;
          max-height: 75vh; overflow: auto; scroll-padding: 38px 8px 8px 112px; border: 1px solid var(--line); border-radius: 6px; background: var(--back); }
        .legend svg { overflow: visible; }
        .diagram svg { display: block; background: var(--back); }
        .corner { position: sticky; top: 0; left: 0; z-index: 3; background: var(--raised); }
        .diagram .axis { position: sticky; top: 0; z-index: 2; background: var(--raised); }
        .diagram .lanes { position: sticky; left: 0; z-index: 1; background: var(--raised); }
        svg text { font-size: 11px; fill: var(--text); white-space: pre; }
        svg line { stroke: var(--line); }
        .axis text, .lanes text { fill: var(--quiet); }
        .axis line { stroke: var(--quiet); }
        svg .grid { stroke-dasharray: 2 4; }
        rect.pause { fill: var(--raised); }
        .bar .target { fill: var(--back); fill-opacity: 0; }
        .bar:hover .target, .bar:target .target { fill: var(--pale); fill-opacity: 0.35; }
        .diagram a:focus-visible { outline: none; }
        .bar:focus-visible .target { stroke: var(--link); stroke-width: 2px; }
        .bar .wait { fill: var(--pale); stroke: var(--bar); stroke-width: 0.75px; }
        .bar .delay { fill: var(--delay); }
        .bar .hold { fill: var(--back); stroke: var(--hold); stroke-width: 1px; }
        .bar .stripes { stroke: var(--hold); stroke-width: 7px; stroke-dasharray: 3 4; }
        .bar .sending { fill: var(--bar); }
        .bar .open { fill: none; stroke: var(--failed); stroke-dasharray: 3 2; }
        .bar .left { stroke: var(--failed); stroke-width: 2px; }
        .bad text { fill: var(--failed); font-weight: 600; }
        .bad .sending { fill: var(--failed); }
        .bad .wait { fill: var(--failed-back); stroke: var(--failed); }
        .exchange { border-top: 1px solid var(--line); padding: 0.4rem 0; }
        summary { cursor: pointer; padding-left: 1.25rem; text-indent: -1.25rem; }
        summary > * { text-indent: 0; }
        summary > h3, summary > h4 { display: inline; font: 600 0.875rem/1.4 var(--code); margin: 0; color: var(--link); }
        .outcome { display: block; font-size: 0.8125rem; color: var(--quiet); }
        .exchange[open] { padding-bottom: 1rem; }
        .exchange > .content { scroll-margin-top: 4.5rem; }
        .exchange:has(> .content:target) { border: 2px solid var(--link); border-radius: 6px; padding: 0.5rem 0.75rem; }
        .sides { display: grid; gap: 0 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
        .sides > section { min-width: 0; }
        .sides h4, .sides h5 { margin: 0.75rem 0 0.25rem; font-size: 0.9375rem; }
        @media (max-width: 40rem) { .source .word { position: absolute; width: 1px; height: 1px; overflow: hidden;
          clip-path: inset(50%); } .source .mark { width: 1.5rem; position: relative; } .source th, .source td
          { padding-inline: 0.3rem; } .source .number { width: 2rem; } .source th:first-child { font-size: 0; }
          pre.text .lines { display: block; overflow-x: auto; } }
        @media print { body { max-width: none; } nav, .hint, .exchange .links { display: none; }
          .exchange::details-content { content-visibility: visible; display: block; } .diagram, pre { max-height: none; overflow: visible; }
          pre { white-space: pre-wrap; } .failure, .exchange h3 { break-inside: avoid; } }

        """
}
