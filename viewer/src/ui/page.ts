// SPDX-License-Identifier: Apache-2.0
// Assembles the page.
import type { Connection, ConnectionState } from "../connection";
import type { Request } from "../protocol";
import type { Run } from "../run";
import type { WorldViewApi } from "../view/api";
import { CameraPanel } from "./panels/camera_panel";
import { ClientsPanel } from "./panels/clients_panel";
import type { AppContext, Panel } from "./app_context";
import { make } from "./widgets/dom";
import { Driving } from "./input/driving";
import { DrivingHint } from "./input/driving_hint";
import { EventFeed } from "./panels/event_feed";
import { GamepadReader } from "./input/gamepad";
import { helpDialog } from "./panels/help";
import { listenToKeys } from "./input/keys";
import { arrange } from "./layout";
import { ConnectionMonitor } from "./panels/connection_monitor";
import { CreatedObjects } from "./panels/created_objects";
import { Notices } from "./widgets/notices";
import { ProtocolPanel } from "./panels/protocol_panel";
import { RadioDisplay } from "./panels/radio_display";
import { RadioLegend } from "./panels/radio_menu";
import { RadioPanel } from "./panels/radio_panel";
import { RecordingsDialog } from "./panels/recordings_dialog";
import { RobotList } from "./panels/robot_list";
import { Selection } from "./selection";
import { SensorPanel } from "./panels/sensor_panel";
import { StatePanel } from "./panels/state_panel";
import { Stick } from "./input/stick";
import { keep, recall } from "./widgets/storage";
import { Tabs } from "./widgets/tabs";
import { TargetRing } from "./input/target_ring";
import { Theme } from "./widgets/theme";
import { TimePanel } from "./panels/time_panel";
import { Timeline } from "./panels/timeline";
import { ToolBox } from "./input/tool_box";
import { Tools } from "./input/tools";
import { STEP_TICKS, TopBar } from "./panels/top_bar";
import { Tour } from "./panels/tour";
import { MODES, ViewBar } from "./panels/view_bar";
import { Subscription } from "./subscription";

const COMES_WITH_A_STEP = new Set<Request["type"]>(["spawn", "obstacle", "place_smoke", "drop_relay"]);
const ANSWER_WAIT = 300; // ms; refusals arrive sooner, also while the run is paused

export type MakeView = (container: HTMLElement) => WorldViewApi;

export class Page {
  private readonly container = make("div", { class: "world", attributes: { role: "application", "aria-label": "The world in 3-D", tabindex: "0" } });
  private readonly context: AppContext;
  private readonly theme = new Theme();
  private readonly state: StatePanel;
  private readonly driving: Driving;
  private readonly ring: TargetRing;
  private readonly tools: Tools;
  private readonly viewBar: ViewBar;
  private readonly topBar: TopBar;
  private readonly help: HTMLDialogElement;
  private readonly connectionMonitor: ConnectionMonitor;
  private hint: DrivingHint | null = null;
  readonly view: WorldViewApi;

  constructor(root: HTMLElement, run: Run, connection: Connection, makeView: MakeView) {
    this.view = makeView(this.container);
    this.context = makeContext(run, connection, this.view);
    const { context } = this;
    const recordings = new RecordingsDialog(context);
    const tour = new Tour(run);
    this.help = helpDialog(() => tour.start());
    this.driving = new Driving(context);
    this.ring = new TargetRing(this.view);
    this.tools = new Tools(context, this.container, this.ring);
    this.viewBar = new ViewBar(context);
    this.state = new StatePanel(context);
    this.topBar = new TopBar(context, this.theme, { openRecordings: () => recordings.open(), showHelp: () => this.help.showModal() });
    this.connectionMonitor = new ConnectionMonitor(root, context.notices, () => connection.lastMessageAt);
    this.layOut(root, tour.element, recordings.element);
    this.connect();
  }

  private layOut(root: HTMLElement, ...over: HTMLElement[]): void {
    const { context } = this;
    const lastPanel = recall("panel") ?? "state"; // before tabs are made: they keep the one they open
    const tabs = new Tabs((id) => keep("panel", id));
    const feed = new EventFeed(context);
    const panels: Panel[] = [this.state, new SensorPanel(context), new CameraPanel(context), new RadioPanel(context), new ProtocolPanel(context), new ClientsPanel(context), new TimePanel(context)];
    const left = make("div", { class: "side-content" }, new RobotList(context, (robot) => this.driving.hasDriven(robot)).element, new ToolBox(context, this.tools).element, new CreatedObjects(context).element);
    arrange(root, { top: this.topBar.element, left, view: this.viewElement(), timeline: new Timeline(context).element, feed, tabs, panels });
    root.append(context.notices.element, this.help, ...over);
    tabs.openPanel(lastPanel);
    const stopListening = context.run.on("status", () => {
      stopListening();
      if (context.run.robots.size === 0) tabs.openPanel("robots"); // a tab only on narrow screens; there one can be added
    });
  }

  private viewElement(): HTMLElement {
    const hint = (this.hint = new DrivingHint(this.context, this.ring, () => this.driving.isDriving));
    const stick = new Stick((command) => this.driving.set("stick", command));
    this.context.selection.onChange((name) => (stick.element.hidden = name === "" || !this.context.run.hello?.can.drive));
    return make("main", { class: "view", attributes: { "aria-label": "World" } }, this.container, this.viewBar.element, new RadioLegend(this.context).element, this.context.notices.banner, hint.element, stick.element);
  }

  private connect(): void {
    const { context } = this;
    this.theme.onChange((name) => this.view.setTheme(name));
    context.selection.onChange((name) => {
      this.view.select(name);
      context.subscription.update({ selected: name });
    });
    context.run.on("answer", (answer) => context.connection.resolveAnswer(answer));
    context.connection.onMessage = (data) => context.run.receive(data);
    context.connection.onState = (state) => this.showConnection(state);
    new GamepadReader(this.driving, { flies: () => context.selection.flies, toggleLight: () => this.state.toggleLight(), notify: (sentence) => context.notices.info(sentence) });
    listenToKeys({ drive: (code, isRepeat) => this.driving.press(code, isRepeat), release: (code) => this.driving.release(code), stop: () => this.driving.stop(), command: (key) => this.command(key) });
  }

  private showConnection(state: ConnectionState): void {
    this.topBar.setConnection(state);
    if (state !== "open") this.driving.releaseAll();
    this.connectionMonitor.set(state);
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
      Escape: () => this.tools.activate("none"),
    };
    commands[key]?.();
    return mode !== undefined || key in commands;
  }

  private selectNext(step: number): void {
    const names = [...this.context.run.robots.keys()];
    const at = names.indexOf(this.context.selection.name);
    if (names.length > 0) this.context.selection.choose(names[(at + step + names.length) % names.length]);
  }
}

function makeContext(run: Run, connection: Connection, view: WorldViewApi): AppContext {
  const notices = new Notices();
  const notifyWait = () => {
    if (run.hello?.mode === "live" && run.status?.is_paused) notices.info("The run is paused: it appears with the next step.");
  };
  const request = async (request: Request) => {
    const timer = COMES_WITH_A_STEP.has(request.type) ? setTimeout(notifyWait, ANSWER_WAIT) : undefined;
    const answer = await connection.request(request);
    clearTimeout(timer);
    if (!answer.ok) notices.warn(answer.text || "The program did not do it, and did not say why.");
    return answer;
  };
  const selection = new Selection(run), subscription = new Subscription(run, connection);
  return { run, connection, view, notices, request, selection, subscription, radio: new RadioDisplay(run, connection, view, selection, subscription) };
}
