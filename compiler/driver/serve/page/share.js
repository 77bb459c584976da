// The source in the address: behind the '#', which the browser never sends.
//
// "#c=" and the JSON of {source, flags}, deflated where the browser can, as base64 for addresses. "#d=" is the same
// without deflation.

const toAddress = bytes => btoa(Array.from(bytes, each => String.fromCharCode(each)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromAddress = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), each => each.charCodeAt(0));

/** What the stream makes of the bytes; more than `most` bytes are an error, not a full memory. */
async function through(stream, bytes, most = Infinity) {
  const parts = [];
  let length = 0;
  for await (const part of new Blob([bytes]).stream().pipeThrough(stream)) {
    length += part.length;
    if (length > most) throw new RangeError("too long");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const MOST_SHARED = 1 << 20;

async function toFragment(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (typeof CompressionStream === "undefined") return "#d=" + toAddress(bytes);
  return "#c=" + toAddress(await through(new CompressionStream("deflate-raw"), bytes));
}

/** {source, flags}, or null where the fragment is none of ours. */
async function fromFragment(fragment) {
  const match = fragment.match(/^#([cd])=([\w-]+)$/);
  if (!match) return null;
  try {
    let bytes = fromAddress(match[2]);
    if (match[1] === "c") bytes = await through(new DecompressionStream("deflate-raw"), bytes, MOST_SHARED);
    const {source, flags} = JSON.parse(new TextDecoder().decode(bytes));
    return typeof source === "string" && typeof flags === "string" ? {source, flags} : null;
  } catch {
    return null;
  }
}

