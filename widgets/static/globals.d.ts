// What scripts of the page put into its window, for the type checker; no browser ever loads this file.

interface Window {
  /** The library for charts, once it was loaded, and the promise that it will be. */
  Plotly?: { react(...given: unknown[]): unknown };
  tabletopPlotly?: Promise<unknown>;
  /** Asked for by Voila's page while it waits for its cells. */
  voila_heartbeat?: () => void;
}
