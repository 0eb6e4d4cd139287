/** The year in which the site was built. */
declare const __BUILD_YEAR__: number;
