// Requests to the server that the page came from, and to no other.

const BASE = "api/v1/";
let antiForgery = "";

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export function rememberAntiForgery(word) {
  antiForgery = word ?? "";
}

export const path = (...parts) => parts.map(encodeURIComponent).join("/");

export function address(target, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined));
  const text = query.toString();
  return BASE + target + (text ? `?${text}` : "");
}

export async function get(target, parameters, signal) {
  return answer(fetch(address(target, parameters), { credentials: "same-origin", cache: "no-cache", signal }));
}

export async function send(method, target, body) {
  const headers = { "X-Trainyard-Anti-Forgery": antiForgery };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return answer(fetch(address(target), { method, headers, credentials: "same-origin", body: body === undefined ? undefined : JSON.stringify(body) }));
}

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new ApiError(0, "The server cannot be reached.");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, body.message ?? `The server answered ${response.status}.`);
  return body;
}
