// Files: chosen or dropped by a person, and given back through the browser's own saving.
const bytesOf = async (file) => new Uint8Array(await pending(file.arrayBuffer()));
const safeName = (name) => {
  const plain = name.replace(/[\\/\0]/g, "-");
  const [, stem, ending] = /^(.*?)(\.[^.]{1,5})?$/s.exec(plain);
  return `${stem.slice(0, 100) || "file"}${ending ?? ""}`;
};

function chooseFiles({ multiple = false } = {}) {
  const chooser = $("chooser");
  chooser.multiple = multiple;
  chooser.value = "";
  return new Promise((settle) => {
    chooser.onchange = () => settle([...chooser.files]);
    chooser.oncancel = () => settle([]);
    chooser.click();
  });
}

function giveFile({ name, bytes }) {
  const address = URL.createObjectURL(new Blob([bytes]));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
