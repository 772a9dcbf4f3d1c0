// SPDX-License-Identifier: Apache-2.0
// Assembles the page to verify constraints.
import type { Connection, ConnectionState } from "../connection";
import { make, setText, show } from "../ui/widgets/dom";
import { icon, iconButton, setIcon, textButton } from "../ui/widgets/icons";
import { Notices } from "../ui/widgets/notices";
import { keep, recall } from "../ui/widgets/storage";
import type { Theme } from "../ui/widgets/theme";
import { isVerified, type ConstraintStore } from "./constraint_store";
import { truthHelp } from "./help";
import { listenToTruthKeys } from "./keys";
import { ConstraintList } from "./list";
import { degrees, radians, wrapped } from "./pose2";
import type { Graph, Relations, TruthRequest } from "./protocol";
import { percent } from "./format";
import { CurrentPanel, ProgressPanel } from "./side";
import { TruthView } from "./view";

const GONE = "Connection lost. Reconnecting…";
const UNREACHED = "The program cannot be reached. If it printed an address with a token, open that very address.";
const STATE_WORDS: Record<ConnectionState, string> = { connecting: "Connecting", open: "Connected", silent: "Connected", lost: "No connection" };
const BEGINNING = "Do both scans show the same walls in the same place? Accept (A). If not, drag the blue one until they do, or reject (X).";
const TYING = "Click two places of the way to tie their scans; Esc leaves";
const SEEN_MOVE = 0.005; // m; less is not worth a word

export class TruthPage {
  readonly view: TruthView;
  readonly list: ConstraintList;
  private readonly notices = new Notices();
  private readonly progress: ProgressPanel;
  private readonly current: CurrentPanel;
  private readonly help = truthHelp();
  private readonly log = make("h1", { class: "world-name", text: "Ground truth" });
  private readonly link = make("span", { class: "link-state", attributes: { role: "status" } });
  private readonly who = make("input", { attributes: { type: "text", maxlength: "64", "aria-label": "Your name, kept with each decision" } });
  private readonly agreement = make("span", { class: "key-agrees" });
  private readonly hint = make("div", { class: "plan-hint" });
  private wasOpen = false;
  private isDeciding = false;
  private onNextChange: (at: number) => void = () => {};

  constructor(private readonly root: HTMLElement, private readonly store: ConstraintStore, private readonly connection: Connection<TruthRequest>, private readonly theme: Theme) {
    this.view = new TruthView(store, theme);
    this.list = new ConstraintList(store);
    this.progress = new ProgressPanel(store);
    this.current = new CurrentPanel(store, this.view, () => this.list.rows, {
      accept: () => void this.accept(),
      reject: () => void this.reject(),
      rematch: () => void this.rematch(),
      undo: () => void this.undo(),
      back: () => this.back(),
      next: (step) => this.go(step),
      note: (text) => void this.send({ type: "note", at: this.store.current, note: text }),
    });
    this.lay();
    this.connect();
    this.setConnection("connecting");
  }

  private lay(): void {
    const side = make("aside", { class: "truth-side", attributes: { "aria-label": "Constraints" } }, this.progress.element, this.current.element, this.list.element);
    const view = make("main", { class: "plan-view", attributes: { "aria-label": "Plan" } }, this.view.element, this.tools(), this.legend(), this.hint, this.notices.banner);
    show(this.hint, false);
    this.root.replaceChildren(this.topBar(), view, side, this.notices.element, this.help);
  }

  private topBar(): HTMLElement {
    const themeButton = iconButton("moon", "Dark theme", () => this.theme.toggle());
    this.theme.onChange((name) => setIcon(themeButton, name === "dark" ? "sun" : "moon", name === "dark" ? "Light theme" : "Dark theme"));
    this.theme.onChange(() => this.progress.drawStrip());
    this.who.addEventListener("change", () => keep("truth.who", this.who.value));
    const untouched = make("input", { attributes: { type: "checkbox", checked: "" } });
    const untouchedTitle = "Also what a SLAM proposed and was accepted just as it was; leave it out to judge that SLAM";
    const exportButton = textButton("Export relations", () => void this.send({ type: "export", with_untouched: untouched.checked }), { title: "All that is verified, as a .relations file" }, "folder");
    return make(
      "header",
      { class: "top-bar" },
      make("div", { class: "bar-group identity" }, make("span", { class: "brand", title: "Rubble" }, icon("obstacle")), this.log, make("span", { class: "badge", text: "GROUND TRUTH" }), this.link),
      make("label", { class: "bar-group truth-who" }, make("span", { text: "Verified by" }), this.who),
      make("div", { class: "bar-group" }, exportButton, make("label", { class: "check muted", title: untouchedTitle }, untouched, make("span", { text: "also accepted unmoved" }))),
      make("div", { class: "bar-group" }, themeButton, iconButton("help", "Keys and help (?)", () => this.help.showModal())),
    );
  }

  private tools(): HTMLElement {
    return make(
      "div",
      { class: "plan-tools", attributes: { role: "toolbar", "aria-label": "View" } },
      iconButton("frame", "Both scans (F)", () => this.view.fit()),
      iconButton("plan", "The whole map (G)", () => this.view.fitAll()),
      iconButton("plus", "Closer", () => this.view.zoom(1.4)),
      iconButton("minus", "Further away", () => this.view.zoom(1 / 1.4)),
      iconButton("relay", "Tie two scans (T)", () => this.toggleTying()),
    );
  }

  private legend(): HTMLElement {
    return make(
      "div",
      { class: "plan-legend", attributes: { "aria-hidden": "true" } },
      make("span", { class: "key-earlier", text: "earlier scan, fixed" }),
      make("span", { class: "key-later", text: "later scan, drag it" }),
      this.agreement,
      make("span", { class: "key-map", text: "all scans" }),
      make("span", { class: "key-way is-line", text: "way and open loops" }),
      make("span", { class: "key-covered is-line", text: "verified" }),
    );
  }

  private connect(): void {
    const { store, connection } = this;
    store.on("hello", (hello) => {
      setText(this.log, hello.log);
      document.title = `${hello.log}: ground truth`;
      if (!this.who.value) this.who.value = recall("truth.who") ?? hello.who;
      if (hello.constraints.length === 0) this.notices.info("There are no constraints yet. Press T and tie two scans.");
    });
    store.on("current", (at) => void this.send({ type: "show", at }));
    store.on("constraint", (at) => this.onNextChange(at));
    store.on("removed", (at) => this.notices.info(`The tie #${at + 1} is gone again.`));
    store.on("graph", (graph) => this.tellGraph(graph));
    store.on("pose", () => this.mark());
    store.on("relations", (relations) => download(relations));
    store.on("answer", (answer) => connection.resolveAnswer(answer));
    this.view.onDrawn = () => setText(this.agreement, `where they agree: ${percent(this.view.agreement)}`);
    this.view.onTie = (i, j) => void this.tie(i, j);
    connection.onMessage = (data) => store.receive(data);
    connection.onState = (state) => this.setConnection(state);
    listenToTruthKeys({
      nudge: (x, y, isRepeat) => this.isHurried() || store.move(this.view.moved(store.pose, x, y), isRepeat),
      turn: (angle, isRepeat) => this.isHurried() || store.move([store.pose[0], store.pose[1], wrapped(store.pose[2] + radians(angle))], isRepeat),
      peek: (isOn) => this.peek(isOn),
      undo: () => this.isHurried() || void this.undo(),
      command: (key) => this.isHurried() || this.command(key),
    });
    letGoOfClicked();
  }

  private command(key: string): boolean {
    const commands: Record<string, () => void> = {
      a: () => void this.accept(),
      x: () => void this.reject(),
      r: () => void this.rematch(),
      u: () => void this.undo(),
      "0": () => this.back(),
      n: () => this.go(1),
      p: () => this.go(-1),
      f: () => this.view.fit(),
      g: () => this.view.fitAll(),
      t: () => this.toggleTying(),
      "?": () => this.help.showModal(),
      Escape: () => this.setTying(false),
    };
    commands[key]?.();
    return key in commands;
  }

  // --- what a person does

  private async accept(): Promise<void> {
    const { current: at, pose } = this.store;
    await this.decide({ type: "accept", at, pose, who: this.who.value, note: this.current.note.value });
  }

  private async reject(): Promise<void> {
    await this.decide({ type: "reject", at: this.store.current, who: this.who.value, note: this.current.note.value });
  }

  // One decision at a time, so that a double key press does not decide about the next, unseen constraint.
  private async decide(request: TruthRequest): Promise<void> {
    if (this.isDeciding || !this.store.constraint) return;
    this.isDeciding = true;
    this.current.note.blur();
    const at = this.store.current;
    const isDone = await this.send(request);
    if (isDone) await this.view.settled();
    this.isDeciding = false;
    if (isDone && this.store.current === at) this.store.choose(this.list.next(1, true));
  }

  // A key press during the map animation only skips it.
  private isHurried(): boolean {
    return this.isDeciding && this.view.hurry();
  }

  private async rematch(): Promise<void> {
    if (this.store.constraint) await this.send({ type: "match", at: this.store.current, pose: this.store.pose });
  }

  private async undo(): Promise<void> {
    if (this.store.canUnmove) return this.store.unmove();
    if (this.isDeciding) return;
    this.isDeciding = true;
    let undone = -1;
    this.onNextChange = (at) => (undone = at);
    const isDone = await this.send({ type: "undo" });
    this.isDeciding = false;
    this.onNextChange = () => {};
    if (isDone && undone >= 0) this.store.choose(undone);
  }

  private back(): void {
    if (this.store.constraint) this.store.move(this.store.constraint.proposed);
  }

  private go(step: number): void {
    if (this.list.rows.length > 0) this.store.choose(this.list.next(step, step > 0 && this.hasOpen()));
  }

  private hasOpen(): boolean {
    return this.list.rows.some((at) => at !== this.store.current && this.store.constraints[at].state === "proposed");
  }

  private async tie(i: number, j: number): Promise<void> {
    this.setTying(false);
    let made = -1;
    this.onNextChange = (at) => (made = at);
    const isDone = await this.send({ type: "add", i, j, who: this.who.value });
    this.onNextChange = () => {};
    if (isDone && made >= 0) this.store.choose(made);
  }

  private toggleTying(): void {
    this.setTying(!this.view.isTying);
  }

  private setTying(isOn: boolean): void {
    this.view.setTying(isOn);
    this.showHint();
    if (isOn) this.view.fitAll();
  }

  // Instructions, until the first decision.
  private showHint(): void {
    const { constraints, constraint } = this.store;
    const isNew = constraint !== null && constraints.every(({ state }) => state === "proposed");
    setText(this.hint, this.view.isTying ? TYING : BEGINNING);
    show(this.hint, this.view.isTying || isNew);
  }

  private peek(isOn: boolean): void {
    this.view.hidesLater = isOn;
    this.view.requestDraw();
  }

  private async send(request: TruthRequest): Promise<boolean> {
    const answer = await this.connection.request(request);
    if (!answer.ok) this.notices.warn(answer.text || "The program did not do it, and did not say why.");
    return answer.ok;
  }

  // --- what is told

  private tellGraph(graph: Graph): void {
    if (graph.moved > SEEN_MOVE) this.notices.info(`The map moved by up to ${(100 * graph.moved).toFixed(graph.moved < 0.1 ? 1 : 0)} cm.`);
    this.showHint();
    this.mark();
  }

  // For tests and scripts.
  private mark(): void {
    const { store, root } = this;
    root.dataset.current = String(store.current);
    root.dataset.verified = String(store.constraints.filter(isVerified).length);
    root.dataset.coverage = String(store.graph?.coverage.length ?? 0);
    root.dataset.moved = String(store.graph?.moved ?? 0);
    root.dataset.cost = String(store.graph?.cost ?? 0);
    root.dataset.pose = [store.pose[0].toFixed(4), store.pose[1].toFixed(4), degrees(store.pose[2]).toFixed(3)].join(" ");
  }

  private setConnection(state: ConnectionState): void {
    this.link.dataset.state = state;
    setText(this.link, STATE_WORDS[state]);
    if (state === "lost") this.notices.setBanner(this.wasOpen ? GONE : UNREACHED);
    if (state === "lost") this.view.hurry(); // nobody waits for a map that moved before: the next key counts
    if (state === "open") this.notices.setBanner("");
    if (state === "open") this.wasOpen = true;
  }
}

function download({ name, text }: Relations): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { attributes: { href: address, download: name } }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Removes the focus from controls, since it would capture the following keys.
function letGoOfClicked(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (event.detail > 0 && button && !button.closest("dialog")) button.blur();
  });
  document.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement) event.target.blur();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement && (event.key === "Enter" || event.key === "Escape")) event.target.blur();
  });
}
