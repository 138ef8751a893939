import { send } from "./api.js";
import { h, replace } from "./dom.js";

export function loginView(main, { session, message, done }) {
  const told = h("p", { class: "bad", role: "alert" }, message ?? "");
  if (session.login !== "token") {
    replace(main, h("div", { class: "login" }, h("h1", {}, "Not logged in"), h("p", { class: "soft" }, "The proxy in front of this page did not say who you are. Open it from your platform."), told));
    return { close: () => {} };
  }
  const token = h("input", { type: "password", autocomplete: "off", required: true, "aria-label": "Token", placeholder: "Token", spellcheck: "false" });
  const form = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    told.textContent = "";
    try {
      const known = await send("POST", "session", { token: token.value });
      token.value = "";
      done(known);
    } catch (failure) {
      told.textContent = failure.status === 401 ? "The cluster does not know this token, or it has expired." : failure.message;
    }
  } }, token, h("button", { class: "main" }, "Log in"), told);
  replace(main, h("div", { class: "login" }, h("h1", {}, "Log in"),
    h("p", { class: "soft" }, "With a token of the cluster, such as ", h("code", {}, "kubectl create token NAME"), " prints. You see what its owner may see with kubectl."), form));
  token.focus();
  return { close: () => {} };
}
