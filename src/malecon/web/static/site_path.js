// Where the site lies on its domain, with a slash at the end: two folders above the scripts.
// @ts-check

export const sitePath = new URL("../../", import.meta.url).pathname;
