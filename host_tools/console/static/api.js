// Requests to the console's own server. Whatever is refused comes back with words and its rule.

export async function post(path, data) {
  let answer;
  try {
    const response = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data)
    });
    answer = await response.json();
  } catch {
    answer = { ok: false, what: 'the console does not answer', hint: 'Is it still running?' };
  }
  return answer;
}

export async function get(path) {
  try {
    return await (await fetch(`/api/${path}`)).json();
  } catch {
    return null;
  }
}
