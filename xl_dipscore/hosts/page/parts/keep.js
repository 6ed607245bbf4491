// Work kept over a crash of the tab: only after a box is ticked, and for seven days. And a warning for two tabs.
const DAYS = 7 * 24 * 3600 * 1000;

const storeOf = (mode, act) => new Promise((settle, refuse) => {
  const opening = indexedDB.open("dipscore", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept", { keyPath: "key" });
  opening.onerror = () => refuse(opening.error);
  opening.onsuccess = () => {
    const change = opening.result.transaction("kept", mode);
    const asked = act(change.objectStore("kept"));
    change.oncomplete = () => { opening.result.close(); settle(asked.result); };
    change.onerror = change.onabort = () => { opening.result.close(); refuse(change.error); };
  };
});

async function listKept() {
  const all = await storeOf("readonly", (store) => store.getAll()).catch(() => []);
  const old = all.filter((one) => Date.now() - one.at > DAYS);
  for (const one of old) await storeOf("readwrite", (store) => store.delete(one.key));
  return all.filter((one) => !old.includes(one));
}

async function keepWork(open) {
  if (!$("keep").checked || !python.states.length) return;
  const states = [...new Set([python.states[0], python.states.at(-1)])];
  const saved = open.saved ? states.length - 1 : -1;
  const work = { key: open.key, name: open.name, at: Date.now(), states, saved, number: open.number };
  try {
    await storeOf("readwrite", (store) => store.put(work));
  } catch (error) {
    $("keep").checked = false;
    say([`Your work is not kept in this browser any more, because its store refused (${error?.name ?? "full"}). Save the workbook instead.`], true);
  }
}

const forgetOne = (key) => storeOf("readwrite", (store) => store.delete(key)).catch(() => {});

async function forgetAll() {
  await new Promise((settle) => {
    const asked = indexedDB.deleteDatabase("dipscore");
    asked.onsuccess = asked.onerror = asked.onblocked = settle;
  });
}

const tabs = { me: String(Math.random()), key: "", line: typeof BroadcastChannel === "function" ? new BroadcastChannel("dipscore") : null };

function announce(key) {
  if (key === tabs.key) return;
  tabs.key = key;
  $("other-tab").hidden = true;
  if (key) tabs.line?.postMessage({ key, from: tabs.me, asks: true });
}

if (tabs.line) tabs.line.onmessage = ({ data }) => {
  if (!tabs.key || data.key !== tabs.key || data.from === tabs.me) return;
  $("other-tab").hidden = false;
  if (data.asks) tabs.line.postMessage({ key: tabs.key, from: tabs.me, asks: false });
};
