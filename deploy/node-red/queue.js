// The queue between a Node-RED flow and worklog: one file per event, written before
// anything is sent, removed when worklog has it. One event is sent at a time, the
// oldest first, and none overtakes another.
//
// This is the "On Start" code of the node « File d'attente » in flow.json, which a
// test compares with this file. It must not throw: Node-RED would silently drop every
// later message. It relies only on what is on disk, so that it continues where it was
// after a kill or a redeployment.

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE;
const START_AFTER = SECOND;           // by then the nodes after this one have started
const ANSWER_WITHIN = 30 * SECOND;    // the timeout of the request node
const GIVE_UP_AFTER = MINUTE;         // if the request node sends nothing at all
const RETRY_FIRST = 2 * SECOND;       // doubled after each failure
const RETRY_AT_MOST = 5 * MINUTE;
const RETRY_AFTER_AT_MOST = HOUR;     // whatever Retry-After asks for
const RETRY_SETTING = 15 * MINUTE;    // a person has to correct something first
const MOST_WAITING = 10000;           // events; later ones are dropped
const MOST_REFUSED = 1000;            // files; the oldest is removed

const UP_TO_DATE = { fill: 'green', shape: 'dot', text: 'à jour' };
const FINAL = [400, 409, 413, 422];

const folder = path.resolve(userDir(), env.get('WORKLOG_QUEUE') || 'worklog-queue');
const refusedFolder = path.join(folder, 'refused');

let sending = null;                   // the file, event and attempt that await a response
let timer = null;                     // for the next attempt, or for giving up the current one
let failures = 0;                     // consecutive
let told = '';                        // the last fault, which is reported once
let state = UP_TO_DATE;

// A function node cannot ask Node-RED for its user folder: it is the one on the command
// line, or the default. If settings.js sets another, WORKLOG_QUEUE must be absolute.
function userDir() {
  const args = process.argv;
  for (let i = 2; i < args.length; i++) {
    if (args[i] === '--userDir' || args[i] === '-u') return path.resolve(args[i + 1] || '.');
    if (args[i].startsWith('--userDir=')) return path.resolve(args[i].slice('--userDir='.length));
  }
  return path.join(os.homedir(), '.node-red');
}

// names returns the events of a folder, the oldest first.
function names(of) {
  if (!fs.existsSync(of)) return [];
  return fs.readdirSync(of).filter((name) => /^\d{12}-.*\.json$/.test(name)).sort();
}

// sync makes files created, renamed or removed in a folder survive a power cut.
function sync(of) {
  if (process.platform === 'win32') return; // Windows cannot open a folder
  const fd = fs.openSync(of, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

// record adds an event to the end of the queue. Its time and key are set here, once, so
// that every attempt sends the same ones. Once the event is on disk, the message goes to
// the third output, with the event as its payload and all else that it came with.
function record(msg) {
  if (msg.payload !== 'arrival' && msg.payload !== 'departure') {
    tell(`événement inconnu : ${JSON.stringify(msg.payload)} ; attendu « arrival » ou « departure »`, {});
    return;
  }
  const event = {
    event: msg.payload,
    occurred_at: msg.occurred_at || new Date().toISOString(),
    idempotency_key: msg.idempotency_key || crypto.randomUUID(),
  };
  try {
    store(event);
  } catch (err) {
    tell(`événement non gardé : ${err.message}`, { event });
    return;
  }
  node.send([null, null, { ...msg, payload: event }]);
}

function store(event) {
  if (fs.mkdirSync(refusedFolder, { recursive: true })) {
    sync(folder);
    sync(path.dirname(folder));
  }
  const waiting = names(folder);
  if (waiting.length >= MOST_WAITING) throw new Error(`la file d'attente est pleine (${MOST_WAITING})`);
  const last = [...waiting.slice(-1), ...names(refusedFolder).slice(-1)].sort().pop() || '0';
  const name = `${String(parseInt(last, 10) + 1).padStart(12, '0')}-${crypto.randomUUID()}.json`;
  const draft = path.join(folder, 'draft');
  const fd = fs.openSync(draft, 'w');
  try {
    fs.writeFileSync(fd, JSON.stringify(event));
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(draft, path.join(folder, name));
  sync(folder);
}

// sendNext sends the oldest event, unless one is being sent.
function sendNext() {
  if (sending) return;
  clearTimeout(timer);
  timer = null;
  for (const name of names(folder)) {
    const event = read(name);
    if (!event) {
      refuse(name, null, 'illisible', {});
      continue;
    }
    const attempt = crypto.randomUUID();
    sending = { name, event, attempt };
    timer = setTimeout(() => receive({ worklogAttempt: attempt }), GIVE_UP_AFTER);
    show({ fill: 'blue', shape: 'dot', text: 'envoi' });
    node.send([{ payload: event, worklogAttempt: attempt, followRedirects: false, requestTimeout: ANSWER_WITHIN }]);
    return;
  }
  if (state.shape === 'ring') state = UP_TO_DATE; // the queue was emptied by hand
  show(state);
}

// read returns the event in a file, or null if the file was broken by hand.
function read(name) {
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  try {
    const event = JSON.parse(text);
    return typeof event === 'object' ? event : null;
  } catch {
    return null;
  }
}

// answered handles a message from the request node. A response to an attempt that was
// given up is ignored: the event is sent again with the same key.
function answered(msg) {
  if (!sending || msg.worklogAttempt !== sending.attempt) return;
  const { name, event } = sending;
  const status = msg.statusCode; // a number, an error code, or undefined
  const answer = msg.payload;
  sending = null;
  clearTimeout(timer);
  timer = null;

  if (status >= 200 && status < 300 && ['created', 'replayed'].includes(answer?.status)) {
    fs.rmSync(path.join(folder, name), { force: true });
    sync(folder);
    failures = 0;
    told = '';
    state = UP_TO_DATE;
    sendNext();
    return;
  }
  if (FINAL.includes(status)) {
    failures = 0;
    refuse(name, event, status, answer);
    sendNext();
    return;
  }
  if (typeof status !== 'number' || status >= 500 || status === 429) {
    const delay = Math.min(RETRY_FIRST * 2 ** failures++, RETRY_AT_MOST);
    later(Math.max(delay, retryAfter(msg.headers)), 'yellow', `pas de réponse (${status || 'délai dépassé'})`);
    return;
  }
  const what = `adresse ou jeton à corriger (${status})`;
  if (told !== what) tell(`${what} : les événements attendent`, { event, status, answer });
  told = what;
  later(RETRY_SETTING, 'red', what);
}

// refuse sets aside an event that worklog will never accept, and continues with the next.
function refuse(name, event, status, answer) {
  fs.renameSync(path.join(folder, name), path.join(refusedFolder, name));
  for (const old of names(refusedFolder).slice(0, -MOST_REFUSED)) {
    fs.rmSync(path.join(refusedFolder, old), { force: true });
  }
  sync(folder);
  sync(refusedFolder);
  told = '';
  state = { fill: 'red', shape: 'dot', text: `refusé (${status})` };
  tell(`événement refusé (${status}) : il est dans ${path.join(refusedFolder, name)}`, { event, status, answer });
}

// retryAfter returns the delay in Retry-After in milliseconds, or 0 if there is none.
function retryAfter(headers) {
  const value = headers?.['retry-after'];
  const wait = Number.isNaN(Number(value)) ? Date.parse(value) - Date.now() : Number(value) * SECOND;
  return wait > 0 ? Math.min(wait, RETRY_AFTER_AT_MOST) : 0;
}

function later(delay, fill, text) {
  timer = setTimeout(() => receive({ payload: 'retry' }), delay);
  const at = new Date(Date.now() + delay).toLocaleTimeString('fr-FR');
  show({ fill, shape: 'ring', text: `${text}, nouvel essai à ${at}` });
}

// tell reports a fault to the log, to Catch nodes and to the second output.
function tell(text, { event = null, status = null, answer = null }) {
  const note = { topic: 'worklog', payload: text, event, statusCode: status, answer };
  node.error(text, note);
  node.send([null, note]);
}

function show(now) {
  state = now;
  const count = names(folder).length;
  node.status({ ...now, text: count ? `${count} en attente : ${now.text}` : now.text });
}

// receive handles every message: a response, the button « Réessayer », or an event.
function receive(msg) {
  try {
    if (msg.worklogAttempt) {
      answered(msg);
      return;
    }
    if (msg.payload !== 'retry') {
      record(msg);
      if (timer) { // an event that waits to be retried, or for a response, comes first
        show(state);
        return;
      }
    }
    sendNext();
  } catch (err) {
    fault(err);
  }
}

// fault handles a failing disk: the event stays first in the queue.
function fault(err) {
  if (told !== err.message) tell(`la file d'attente ${folder} : ${err.message}`, {});
  told = err.message;
  sending = null;
  clearTimeout(timer);
  timer = setTimeout(() => receive({ payload: 'retry' }), RETRY_AT_MOST);
  node.status({ fill: 'red', shape: 'ring', text: err.message });
}

globalThis.worklog = { receive };
timer = setTimeout(() => receive({ payload: 'retry' }), START_AFTER);
node.log(`file d'attente : ${folder}`);
if (!path.isAbsolute(env.get('WORKLOG_QUEUE') || '') && !fs.existsSync(path.join(userDir(), '.config.runtime.json'))) {
  node.warn(`${userDir()} n'est pas le dossier de Node-RED : donnez à WORKLOG_QUEUE un chemin absolu`);
}
