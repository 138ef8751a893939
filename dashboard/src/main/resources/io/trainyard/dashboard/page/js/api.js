// Requests to the server that the page came from, and to no other.

const BASE = "api/v1/";
const MOST_REMEMBERED = 40;
let antiForgery = "";
// Answers about jobs, so that what was seen can be looked at again when the server is gone.
const remembered = new Map();

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
  const url = address(target, parameters);
  try {
    const body = await answer(fetch(url, { credentials: "same-origin", cache: "no-cache", signal }));
    if (target.startsWith("jobs/")) remember(url, body);
    return body;
  } catch (failure) {
    if (failure.status === 0 && remembered.has(url)) return remembered.get(url);
    throw failure;
  }
}

function remember(url, body) {
  remembered.delete(url);
  remembered.set(url, body);
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value);
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
