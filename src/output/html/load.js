// load.js - the figures of the page: the report as --format=json has it, but
// without what follows from other members, and with a member "page".

export const figures = await (() => {
  const element = document.getElementById("figures");
  const text = element.textContent;
  element.remove();
  if (element.type === "application/json") {
    return JSON.parse(text);
  }
  const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Response(
    new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))
  ).json();
})();
