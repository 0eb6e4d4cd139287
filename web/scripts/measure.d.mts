export function filesBelow(folder: string): Promise<string[]>;
export function fingerprint(folder: string): Promise<string>;
export function pageWeight(html: string): Promise<number>;
export function withoutHashes(html: string): string;
