export declare const BUILT_FOLDER: string;
export declare const RECORD_NAME: string;
export declare function locateMain(folder?: string): string;
export declare function stampOf(file: string): string;
export declare const PUBLISHED_FOLDER: string;
