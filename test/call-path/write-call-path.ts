import { drawCallPath, measureCallPath, writeDrawing } from './call-path.ts';

writeDrawing(drawCallPath(await measureCallPath()));
