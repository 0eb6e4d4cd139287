import { init } from "@sveltia/cms";

init();
