// Opens the page in headless Chromium: the hash is the native one, the rocks move, a moved slider changes the ground,
// nothing is loaded from the network, and the picture shows mountain and rocks.
//   node test_page.mjs PAGE_FOLDER SCREENSHOT.png     (playwright-core in NODE_PATH or node_modules; CHROMIUM=program)
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const { chromium } = createRequire(join(process.cwd(), "package.json"))("playwright-core");
const [folder, screenshot] = process.argv.slice(2);
const types = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const path = request.url === "/" ? "/index.html" : normalize(request.url);
  try {
    const bytes = await readFile(join(folder, path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const failures = [];
const expect = (good, text) => { if (!good) failures.push(text); };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  page.on("request", (request) => expect(request.url().startsWith(origin), `loads ${request.url()}`));
  page.on("pageerror", (problem) => failures.push(`error on the page: ${problem.message}`));
  page.on("console", (message) => { if (message.type() === "error" && !message.text().includes("favicon") && !message.text().includes("404")) failures.push(message.text()); });
  await page.goto(origin);
  await page.waitForFunction(() => window.rockfall && window.rockfall.pictures() >= 31, null, { timeout: 180000 });
  const { hash, native } = await page.evaluate(() => ({ hash: window.rockfall.hash, native: window.rockfall.native }));
  expect(hash === native && /^[0-9a-f]{16}$/.test(hash), `the hash is ${hash}, native ${native}`);
  const before = await page.evaluate(() => window.rockfall.heights());
  await page.waitForTimeout(4000);
  const after = await page.evaluate(() => window.rockfall.heights());
  const fallen = before.filter((z, i) => after[i] < z - 0.1).length;
  expect(fallen > 300, `only ${fallen} rocks have fallen`);
  await page.locator("#restitution").fill("0.8");
  const restitution = await page.evaluate(() => window.rockfall.restitution());
  expect(restitution === 0.8, `restitution is ${restitution} after the slider was moved to 0.8`);
  await page.screenshot({ path: screenshot });
  const colours = await page.evaluate(() => {
    const canvas = document.getElementById("view"), gl = canvas.getContext("webgl2");
    const pixels = new Uint8Array(4 * canvas.width * canvas.height);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const seen = new Set();
    let green = 0, grey = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = pixels.subarray(i, i + 3);
      seen.add((r << 16) | (g << 8) | b);
      green += g > r && g > b + 10;
      grey += r > g + 5 && g > b;
    }
    return { seen: seen.size, green: green / (pixels.length / 4), brown: grey / (pixels.length / 4) };
  });
  expect(colours.seen > 500 && colours.green > 0.1, `the picture is empty: ${JSON.stringify(colours)}`);
  expect(colours.brown > 0.0001, `no rocks in the picture: ${JSON.stringify(colours)}`);
  const speed = await page.evaluate(() => window.physicsMilliseconds);
  console.log(`hash ${hash} equal to native, ${fallen} of 1000 rocks fell, physics of one picture ${speed.toFixed(2)} ms`);
} finally {
  await browser.close();
  server.close();
}
if (failures.length) {
  console.error(failures.join("\n"));
  process.exit(1);
}
