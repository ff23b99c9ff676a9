import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { publishAll } from '../../release/publish-tarballs.ts';
import { workspacePackages } from '../../release/workspace-packages.ts';
import { writeSbom } from '../../release/write-sbom.ts';
import { useConsumer } from './use-consumer.ts';

describe('a release', () => {
  it('that is typed again leaves alone what is there', async () => {
    using publisher = useConsumer();
    const [first] = inject('published').tarballs;
    const lines = await publishAll(first === undefined ? [] : [first], { env: publisher.env });
    expect(lines).toEqual([`was there      ${first?.name} (${basename(first?.path ?? '')})`]);
  });

  it('fails if the registry refuses a package', async () => {
    using publisher = useConsumer();
    const path = join(publisher.folder, 'broken.tgz');
    writeFileSync(path, 'no tarball');
    const broken = { name: 'broken', path, isExtension: false };
    await expect(publishAll([broken], { env: publisher.env })).rejects.toThrow('npm publish');
  });

  it('names all that is installed with it and all that is bundled into it', async () => {
    using publisher = useConsumer();
    const file = join(publisher.folder, 'sbom.cdx.json');
    await writeSbom(file, workspacePackages());
    const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string }[];
    };
    const names = components.map(({ name }) => name);
    expect(bomFormat).toBe('CycloneDX');
    expect(names).toEqual(expect.arrayContaining(['isolated-vm', 'core-js-pure', 'commander']));
  });
});
