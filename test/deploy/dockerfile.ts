import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';

/** The folder of the deployment that is tested: an image and a compose file. */
export const DEPLOY_FOLDER = join(import.meta.dirname, '..', '..', 'examples', 'deploy');

export const DOCKERFILE = readFileSync(join(DEPLOY_FOLDER, 'Dockerfile'), 'utf8');

/** What a container of the image starts with, as its last stage says. */
export interface ImageFacts {
  readonly user: string | undefined;
  readonly workFolder: string | undefined;
  readonly volumes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** ENTRYPOINT and CMD. */
  readonly command: readonly string[];
  /** The words of HEALTHCHECK. */
  readonly probe: readonly string[];
  /** RUN lines of the first stage: how packages are installed. */
  readonly install: readonly string[];
  /** What the last stage copies from the build context, by its place in the work folder. */
  readonly copied: readonly string[];
}

interface Step {
  readonly keyword: string;
  readonly text: string;
}

export function readImage(): ImageFacts {
  const stages = readStages();
  const last = stages.at(-1) ?? [];
  const texts = (keyword: string) =>
    last.filter((step) => step.keyword === keyword).map(({ text }) => text);
  const words = (keyword: string): readonly string[] => listIn(texts(keyword).at(-1) ?? '');
  return {
    user: texts('USER').at(-1),
    workFolder: texts('WORKDIR').at(-1),
    volumes: texts('VOLUME'),
    env: Object.fromEntries(texts('ENV').flatMap(pairsIn)),
    command: [...words('ENTRYPOINT'), ...words('CMD')],
    probe: listIn(/CMD (.*)$/s.exec(texts('HEALTHCHECK').at(-1) ?? '')?.[1] ?? ''),
    install: (stages[0] ?? []).filter(({ keyword }) => keyword === 'RUN').map(({ text }) => text),
    // The parser keeps flags apart: what comes from another stage is absolute.
    copied: texts('COPY')
      .flatMap((text) => text.split(/\s+/).slice(0, -1))
      .filter((path) => !path.startsWith('/')),
  };
}

/** The steps of each stage, without comments and broken lines. */
function readStages(): readonly (readonly Step[])[] {
  const stages: Step[][] = [];
  for (const step of DockerfileParser.parse(DOCKERFILE).getInstructions()) {
    const keyword = step.getKeyword();
    if (keyword === 'FROM') stages.push([]);
    const text = (step.getArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, '').trim();
    stages.at(-1)?.push({ keyword, text });
  }
  return stages;
}

function listIn(text: string): readonly string[] {
  return text === '' ? [] : (JSON.parse(text) as readonly string[]);
}

function pairsIn(text: string): readonly (readonly [string, string])[] {
  return text.split(/\s+/).map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')] as const;
  });
}
