// SPDX-License-Identifier: Apache-2.0
// Everything on the page, put together.
import type { Connection, ConnectionState } from "../connection";
import type { Request } from "../protocol";
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import { CameraPanel } from "./camera_panel";
import { ClientsPanel } from "./clients_panel";
import type { Desk, Panel } from "./desk";
import { make } from "./dom";
import { Driving } from "./driving";
import { DrivingHint } from "./driving_hint";
import { EventFeed } from "./event_feed";
import { GamepadReader } from "./gamepad";
import { helpDialog } from "./help";
import { listenToKeys } from "./keys";
import { arrange } from "./layout";
import { Lifeline } from "./lifeline";
import { MadeList } from "./made_list";
import { Notices } from "./notices";
import { ProtocolPanel } from "./protocol_panel";
import { RadioLook } from "./radio_look";
import { RadioLegend } from "./radio_menu";
import { RadioPanel } from "./radio_panel";
import { RecordingsDialog } from "./recordings_dialog";
import { RobotList } from "./robot_list";
import { Selection } from "./selection";
import { SensorPanel } from "./sensor_panel";
import { StatePanel } from "./state_panel";
import { Stick } from "./stick";
import { keep, recall } from "./storage";
import { Tabs } from "./tabs";
import { TargetRing } from "./target_ring";
import { Theme } from "./theme";
import { TimePanel } from "./time_panel";
import { Timeline } from "./timeline";
import { ToolBox } from "./tool_box";
import { Tools } from "./tools";
import { STEP_TICKS, TopBar } from "./top_bar";
import { Tour } from "./tour";
import { MODES, ViewBar } from "./view_bar";
import { Watching } from "./watching";

const COMES_WITH_A_STEP = new Set<Request["type"]>(["spawn", "obstacle", "place_smoke", "drop_relay"]);
const ANSWER_WAIT = 300; // ms; what cannot be is refused sooner, also while the run is paused

export type MakeView = (container: HTMLElement) => WorldViewApi;

export class Page {
  private readonly container = make("div", { class: "world", attributes: { role: "application", "aria-label": "The world in 3-D", tabindex: "0" } });
  private readonly desk: Desk;
  private readonly theme = new Theme();
  private readonly state: StatePanel;
  private readonly driving: Driving;
  private readonly ring: TargetRing;
  private readonly tools: Tools;
  private readonly viewBar: ViewBar;
  private readonly topBar: TopBar;
  private readonly help: HTMLDialogElement;
  private readonly lifeline: Lifeline;
  private hint: DrivingHint | null = null;
  readonly view: WorldViewApi;

  constructor(root: HTMLElement, run: Run, connection: Connection, makeView: MakeView) {
    this.view = makeView(this.container);
    this.desk = makeDesk(run, connection, this.view);
    const { desk } = this;
    const recordings = new RecordingsDialog(desk);
    const tour = new Tour(run);
    this.help = helpDialog(() => tour.start());
    this.driving = new Driving(desk);
    this.ring = new TargetRing(this.view);
    this.tools = new Tools(desk, this.container, this.ring);
    this.viewBar = new ViewBar(desk);
    this.state = new StatePanel(desk);
    this.topBar = new TopBar(desk, this.theme, { openRecordings: () => recordings.open(), showHelp: () => this.help.showModal() });
    this.lifeline = new Lifeline(root, desk.notices, () => connection.heardAt);
    this.lay(root, tour.element, recordings.element);
    this.connect();
  }

  private lay(root: HTMLElement, ...over: HTMLElement[]): void {
    const { desk } = this;
    const lastPanel = recall("panel") ?? "state"; // before tabs are made: they keep the one they open
    const tabs = new Tabs((id) => keep("panel", id));
    const feed = new EventFeed(desk);
    const panels: Panel[] = [this.state, new SensorPanel(desk), new CameraPanel(desk), new RadioPanel(desk), new ProtocolPanel(desk), new ClientsPanel(desk), new TimePanel(desk)];
    const left = make("div", { class: "side-content" }, new RobotList(desk, (robot) => this.driving.hasDriven(robot)).element, new ToolBox(desk, this.tools).element, new MadeList(desk).element);
    arrange(root, { top: this.topBar.element, left, view: this.viewElement(), timeline: new Timeline(desk).element, feed, tabs, panels });
    root.append(desk.notices.element, this.help, ...over);
    tabs.openPanel(lastPanel);
    const stopListening = desk.run.on("status", () => {
      stopListening();
      if (desk.run.robots.size === 0) tabs.openPanel("robots"); // a tab only on narrow screens; there one can be added
    });
  }

  private viewElement(): HTMLElement {
    const hint = (this.hint = new DrivingHint(this.desk, this.ring, () => this.driving.isDriving));
    const stick = new Stick((wish) => this.driving.set("stick", wish));
    this.desk.selection.onChange((name) => (stick.element.hidden = name === "" || !this.desk.run.hello?.can.drive));
    return make("main", { class: "view", attributes: { "aria-label": "World" } }, this.container, this.viewBar.element, new RadioLegend(this.desk).element, this.desk.notices.banner, hint.element, stick.element);
  }

  private connect(): void {
    const { desk } = this;
    this.theme.onChange((name) => this.view.setTheme(name));
    desk.selection.onChange((name) => {
      this.view.select(name);
      desk.watching.wish({ selected: name });
    });
    desk.run.on("answer", (answer) => desk.connection.hear(answer));
    desk.connection.onMessage = (data) => desk.run.take(data);
    desk.connection.onState = (state) => this.showConnection(state);
    new GamepadReader(this.driving, { flies: () => desk.selection.flies, toggleLight: () => this.state.toggleLight(), say: (sentence) => desk.notices.tell(sentence) });
    listenToKeys({ drive: (code, isRepeat) => this.driving.press(code, isRepeat), release: (code) => this.driving.release(code), stop: () => this.driving.stop(), command: (key) => this.command(key) });
  }

  private showConnection(state: ConnectionState): void {
    this.topBar.setConnection(state);
    if (state !== "open") this.driving.letGo();
    this.lifeline.set(state);
    this.hint?.update();
  }

  private command(key: string): boolean {
    const mode = MODES[Number(key) - 1];
    if (mode) this.viewBar.setMode(mode[0]);
    const commands: Record<string, () => void> = {
      l: () => this.state.toggleLight(),
      p: () => this.topBar.togglePause(),
      ".": () => this.topBar.step(STEP_TICKS),
      r: () => this.topBar.toggleRecord(),
      f: () => this.viewBar.frame(),
      "?": () => this.help.showModal(),
      "[": () => this.selectNext(-1),
      "]": () => this.selectNext(1),
      Escape: () => this.tools.take("none"),
    };
    commands[key]?.();
    return mode !== undefined || key in commands;
  }

  private selectNext(step: number): void {
    const names = [...this.desk.run.robots.keys()];
    const at = names.indexOf(this.desk.selection.name);
    if (names.length > 0) this.desk.selection.choose(names[(at + step + names.length) % names.length]);
  }
}

function makeDesk(run: Run, connection: Connection, view: WorldViewApi): Desk {
  const notices = new Notices();
  const tellWait = () => {
    if (run.hello?.mode === "live" && run.status?.is_paused) notices.tell("The run is paused: it appears with the next step.");
  };
  const ask = async (request: Request) => {
    const timer = COMES_WITH_A_STEP.has(request.type) ? setTimeout(tellWait, ANSWER_WAIT) : undefined;
    const answer = await connection.ask(request);
    clearTimeout(timer);
    if (!answer.ok) notices.worry(answer.text || "The program did not do it, and did not say why.");
    return answer;
  };
  const selection = new Selection(run), watching = new Watching(run, connection);
  return { run, connection, view, notices, ask, selection, watching, radio: new RadioLook(run, connection, view, selection, watching) };
}
