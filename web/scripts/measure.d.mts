export function filesBelow(folder: string): Promise<string[]>;
export function fingerprint(folder: string): Promise<string>;
export function pageWeights(folder: string): Promise<Record<string, number>>;
export function pageWeight(html: string, name: string): Promise<number>;
export function withoutHashes(html: string): string;
