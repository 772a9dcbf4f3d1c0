// SPDX-License-Identifier: Apache-2.0
// Transient notices: errors, and results that are not visible otherwise.
import { make, setText, show } from "./dom";
import { iconButton } from "./icons";

const WORRY_STAYS = 9000; // ms
const NEWS_STAYS = 4000;
const MOST_NOTICES = 4;

export class Notices {
  readonly element = make("div", { class: "notices", attributes: { role: "status", "aria-live": "polite" } });
  readonly banner = make("div", { class: "banner", attributes: { role: "alert" } });

  constructor() {
    this.banner.hidden = true;
  }

  warn(sentence: string): void {
    this.add(sentence, "worry", WORRY_STAYS);
  }

  info(sentence: string): void {
    this.add(sentence, "news", NEWS_STAYS);
  }

  // Stays until it is replaced by an empty text.
  setBanner(sentence: string): void {
    setText(this.banner, sentence);
    show(this.banner, sentence !== "");
  }

  private add(sentence: string, kind: string, stays: number): void {
    for (const old of [...this.element.children]) if (old.firstChild?.textContent === sentence) old.remove();
    const notice = make("div", { class: `notice ${kind}` }, make("p", { text: sentence }));
    notice.append(iconButton("close", "Close this notice", () => notice.remove()));
    this.element.append(notice);
    while (this.element.children.length > MOST_NOTICES) this.element.firstChild?.remove();
    setTimeout(() => notice.remove(), stays);
  }
}
