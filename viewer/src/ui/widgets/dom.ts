// SPDX-License-Identifier: Apache-2.0
// Creates elements by DOM calls, never from HTML text, so that names from outside cannot inject markup.

export type Child = Node | string | null | undefined | false;

export interface Traits {
  class?: string;
  text?: string;
  label?: string; // accessible name, and shown on hovering unless there is a title
  title?: string;
  id?: string;
  attributes?: Record<string, string>;
  on?: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
}

export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, traits: Traits = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (traits.class) element.className = traits.class;
  if (traits.text !== undefined) element.textContent = traits.text;
  if (traits.label) element.setAttribute("aria-label", traits.label);
  const title = traits.title ?? traits.label;
  if (title) element.title = title;
  if (traits.id) element.id = traits.id;
  for (const [name, value] of Object.entries(traits.attributes ?? {})) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(traits.on ?? {})) element.addEventListener(name, listener as EventListener);
  append(element, ...children);
  return element;
}

export function append(element: Element, ...children: Child[]): void {
  for (const child of children) if (child) element.append(child);
}

// Called many times a second; leaves the element alone if the text is the same.
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element: HTMLElement, isShown: boolean): void {
  if (element.hidden === isShown) element.hidden = !isShown;
}

let labelCount = 0;
export function freshId(stem: string): string {
  return `${stem}-${++labelCount}`;
}

// A control with a label before it.
export function labelled(text: string, control: HTMLElement, className = "field"): HTMLElement {
  if (!control.id) control.id = freshId("field");
  return make("div", { class: className }, make("label", { text, attributes: { for: control.id } }), control);
}

export function choice(options: [value: string, text: string][], selected: string, onChange: (value: string) => void): HTMLSelectElement {
  const select = make("select", { on: { change: () => onChange(select.value) } });
  setOptions(select, options, selected);
  return select;
}

// Leaves the element alone if the options are the same, since an open list would close.
export function setOptions(select: HTMLSelectElement, options: [value: string, text: string][], selected: string): void {
  const signature = JSON.stringify(options);
  if (select.dataset.signature !== signature) {
    select.dataset.signature = signature;
    select.replaceChildren(...options.map(([value, text]) => make("option", { text, attributes: { value } })));
  }
  if (select.value !== selected) select.value = selected;
}

export function checkbox(text: string, isOn: boolean, onChange: (isOn: boolean) => void): { element: HTMLElement; input: HTMLInputElement } {
  const input = make("input", { attributes: { type: "checkbox" }, on: { change: () => onChange(input.checked) } });
  input.checked = isOn;
  return { element: make("label", { class: "check" }, input, make("span", { text })), input };
}

export interface SliderTraits {
  label: string;
  low: number;
  high: number;
  step: number;
  value: number;
  format: (value: number) => string;
  onInput: (value: number) => void;
}

export function slider(traits: SliderTraits): { element: HTMLElement; input: HTMLInputElement; set(value: number): void } {
  const output = make("output", { text: traits.format(traits.value) });
  const input = make("input", {
    attributes: { type: "range", min: `${traits.low}`, max: `${traits.high}`, step: `${traits.step}` },
    on: {
      input: () => {
        setText(output, traits.format(input.valueAsNumber));
        traits.onInput(input.valueAsNumber);
      },
    },
  });
  input.value = `${traits.value}`;
  const element = labelled(traits.label, input, "field slider");
  element.append(output);
  const set = (value: number) => {
    input.value = `${value}`;
    setText(output, traits.format(value));
  };
  return { element, input, set };
}

// Placeholder for an empty panel: says what to do.
export function emptyState(title: string, ...sentences: (string | Node)[]): HTMLElement {
  return make("div", { class: "empty" }, make("p", { class: "empty-title", text: title }), ...sentences.map((sentence) => make("p", {}, sentence)));
}
