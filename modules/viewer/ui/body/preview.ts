import { make } from "./make";
import type { Form } from "./media";
import { phrase } from "../base/words";

// preview shows images, sound and films, by an address that only this page has. An
// image runs no scripts, whatever it is made of.
export const preview = {
  knows: (form: Form): boolean => form === "image" || form === "audio" || form === "video",

  make(form: Form, blob: Blob): { readonly el: HTMLElement; end(): void } {
    const address = URL.createObjectURL(blob);
    const el = make("div", "body-preview");
    const media = form === "image" ? make("img", "body-image") : form === "audio" ? make("audio", "body-media") : make("video", "body-media");
    if (media instanceof HTMLImageElement) {
      media.alt = phrase("The image of the body");
    } else {
      media.controls = true;
      media.preload = "metadata";
    }
    media.addEventListener("error", () => el.replaceChildren(make("p", "body-note", phrase("The browser cannot show this."))));
    media.src = address;
    el.append(media);
    return {
      el,
      end: () => {
        URL.revokeObjectURL(address);
        el.remove();
      },
    };
  },
};
