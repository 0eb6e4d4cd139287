export function filesBelow(folder: string): Promise<string[]>;
export function fingerprint(folder: string): Promise<string>;
export function pageWeights(folder: string): Promise<Record<string, number>>;
export function withoutHashes(html: string): string;
