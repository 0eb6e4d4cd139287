import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";
const args=["--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"];
for (const url of process.argv.slice(2)) {
  const chrome = await chromeLauncher.launch({ chromePath: "/usr/bin/chromium", chromeFlags:["--headless=new",...args], logLevel:"silent"});
  const {lhr} = await lighthouse(url,{port:chrome.port,logLevel:"silent",output:"json",onlyCategories:["performance"]});
  const a=lhr.audits; const n=x=>Math.round(a[x].numericValue*1000)/1000;
  console.log(url, "fcp",n("first-contentful-paint"),"lcp",n("largest-contentful-paint"),"tbt",n("total-blocking-time"),"cls",n("cumulative-layout-shift"),"si",n("speed-index"),"score",lhr.categories.performance.score, "obsFCP", a.metrics.details.items[0].observedFirstContentfulPaint);
  if (process.env.V) for (const r of a["network-requests"].details.items) console.log("  ", r.url.replace(/.*\/\/[^/]*/,''), r.priority, r.transferSize, Math.round(r.rendererStartTime), Math.round(r.networkEndTime));
  await chrome.kill();
}
