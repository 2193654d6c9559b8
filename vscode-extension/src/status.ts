// What the status bar says. The server tells (`wirelint/status`); here it is put into words.

/** As `wirelint/status` carries it, one for each root. */
export interface Status {
  readonly root: string;
  readonly state: "scanning" | "ready" | "failed";
  readonly baseline: string | null;
  readonly baselineState: "off" | "loading" | "ready" | "failed";
  readonly detail: string;
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
}

export interface Item {
  readonly text: string;
  readonly tooltip: string;
  readonly severity: "error" | "warning" | "none";
}

export type Server =
  | { readonly state: "starting" }
  | { readonly state: "running"; readonly about: string }
  | { readonly state: "stopped"; readonly reason: string };

export function show(server: Server, roots: readonly Status[]): Item {
  if (server.state === "stopped") {
    return { text: "$(circle-slash) wirelint", tooltip: escaped(server.reason), severity: "warning" };
  }
  if (server.state === "starting" || roots.length === 0 || roots.every((one) => one.state === "scanning")) {
    const what = server.state === "starting" ? "The server is starting." : "Schemas and gate tables are being read.";
    return { text: "$(loading~spin) wirelint", tooltip: what, severity: "none" };
  }
  const errors = sum(roots, (one) => one.errors);
  const warnings = sum(roots, (one) => one.warnings);
  const counts =
    errors + warnings === 0 ? "$(check)" : [errors && `$(error) ${errors}`, warnings && `$(warning) ${warnings}`].filter(Boolean).join(" ");
  const baselines = [...new Set(roots.map(baselineName).filter(Boolean))];
  const against = baselines.length === 1 ? ` ${baselines[0]}` : baselines.length ? ` ${baselines.length} baselines` : "";
  const failed = roots.some((one) => one.state === "failed" || one.baselineState === "failed");
  return {
    text: `wirelint${against} ${counts}`,
    tooltip: roots.map((one) => tooltip(one, roots.length > 1)).join("\n\n---\n\n") + `\n\n---\n\n${escaped(server.about)}`,
    severity: failed ? "warning" : "none",
  };
}

function baselineName(one: Status): string {
  if (one.baselineState === "loading") return "$(loading~spin)";
  if (one.baselineState === "failed") return "$(warning) no baseline";
  return one.baselineState === "ready" && one.baseline ? one.baseline : "";
}

function tooltip(one: Status, named: boolean): string {
  const lines = named ? [`**${escaped(one.root.replace(/^.*\//, ""))}**`] : ["**wirelint**"];
  const { files, errors, warnings, notes } = one;
  lines.push(`${plural(files, "file")}: ${plural(errors, "error")}, ${plural(warnings, "warning")}, ${plural(notes, "note")}`);
  if (one.baselineState === "ready" && one.baseline) lines.push(`Compared with **${escaped(one.baseline)}**`);
  else if (one.baselineState === "loading") lines.push("The baseline is being read");
  else if (one.baselineState === "failed") lines.push(`The baseline ${escaped(one.baseline ?? "")} could not be read`);
  else lines.push("Compared with nothing: no baseline");
  if (one.detail) lines.push(escaped(one.detail));
  return lines.join("  \n");
}

function sum(roots: readonly Status[], of: (one: Status) => number): number {
  return roots.reduce((total, one) => total + of(one), 0);
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Text that stands for itself in Markdown. */
export function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!|<>~$]/g, "\\$&");
}
