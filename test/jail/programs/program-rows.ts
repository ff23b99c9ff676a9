/** Something that people grant programs for, as a script for a shell, and what it says in the end. */
export interface ProgramRow {
  readonly what: string;
  /** Programs that a machine may lack. */
  readonly needs: readonly string[];
  readonly script: string;
  readonly says: string;
  /** Takes seconds. */
  readonly isSlow?: true;
}

const GIT = `export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE=2020-01-01T00:00:00Z HOME=$PWD
  git init -q -b main r; cd r; git config user.name n; git config user.email n@example.test
  echo one > f; git add f; git commit -q -m one`;
const OLD = 'touch -d 2001-02-03T04:05:06Z';

/** Each runs in an empty folder of its own that the grant may write. */
export const PROGRAM_ROWS: readonly ProgramRow[] = [
  {
    ...{ what: 'git init, config, add, commit', needs: ['git'] },
    ...{ script: `${GIT}; git log --format=%s; git config --get user.name`, says: 'one\nn' },
  },
  {
    ...{ what: 'git clone, pull and push of a local repository', needs: ['git'] },
    script: `${GIT}; cd ..; git clone -q r c; cd c; git config user.name n; git config user.email n@e
      echo two >> f; git commit -qam two; git push -q origin HEAD:side; cd ../r; git merge -q side; cat f`,
    says: 'one\ntwo',
  },
  {
    ...{ what: 'git checkout, merge, rebase, stash', needs: ['git'] },
    script: `${GIT}; git checkout -q -b side; echo s > s; git add s; git commit -qm side
      git checkout -q main; echo m > m; git add m; git commit -qm main; git rebase -q main side
      git checkout -q main; git merge -q --no-ff -m merged side; echo x >> f; git stash -q
      git stash pop -q; tail -1 f; git log --format=%s | sort`,
    says: 'x\nmain\nmerged\none\nside',
  },
  {
    ...{ what: 'git worktree, tag, gc, mv, rm, clean, reset', needs: ['git'] },
    script: `${GIT}; git tag v1; git worktree add -q ../w; git gc -q; git mv f g; git commit -qm moved
      git rm -q g; git reset -q --hard; touch junk; git clean -qf; git worktree remove ../w; ls`,
    says: 'g',
  },
  {
    ...{ what: 'touch of new and old files', needs: [] },
    script: `touch f; ${OLD} f; stat -c %Y f; touch f; test $(stat -c %Y f) -gt 1000000000 && echo new
      touch -r /etc/passwd f; ln -s f l; touch -h -d @5 l; stat -c %Y l`,
    says: '981173106\nnew\n5',
  },
  {
    ...{ what: 'chmod +x and running it', needs: [] },
    script: `printf '#!/bin/sh\\necho ran\\n' > s; chmod +x s; ./s; chmod -R u=rwX,go= .; stat -c %a s`,
    says: 'ran\n700',
  },
  {
    ...{ what: 'a script that does not say what runs it', needs: [] },
    ...{ script: `echo 'echo ran "$1"' > s; chmod 755 s; env ./s it`, says: 'ran it' },
  },
  {
    ...{ what: 'cp -p, cp -a, cp -r, mv, rm', needs: [] },
    script: `mkdir d; echo x > d/f; ln -s f d/l; chmod 640 d/f; ${OLD} d/f d; cp -p d/f g; cp -a d e
      cp -r d h; mv e i; rm -r h; stat -c '%a %Y' g i/f; stat -c %Y i; readlink i/l`,
    says: '640 981173106\n640 981173106\n981173106\nf',
  },
  {
    ...{ what: 'ln, ln -s, mkdir -p, mkdir -m, rmdir, mkfifo, mktemp, install', needs: [] },
    script: `echo x > f; ln f g; ln -s f h; mkdir -p a/b; mkdir -m 700 c; rmdir a/b; mkfifo p
      mktemp -d x.XXXX > /dev/null; mktemp > /dev/null; install -m 750 f i; install -d -m 711 j
      stat -c '%h %a' g c i j; cat h`,
    says: '2 644\n2 700\n1 750\n2 711\nx',
  },
  {
    ...{ what: 'chown and chgrp to itself', needs: [] },
    script: `touch f; chown $(id -u):$(id -g) f && chgrp -h $(id -g) f && stat -c %u f | grep -qx $(id -u) && echo own`,
    says: 'own',
  },
  {
    ...{ what: 'tar -c and -x, with modes and dates', needs: ['tar', 'gzip'] },
    script: `mkdir d x y; echo x > d/f; chmod 755 d/f; ${OLD} d/f d; tar -cf t.tar d; tar -xf t.tar -C x
      tar -czf t.tgz d; tar -xpzf t.tgz -C y; stat -c '%a %Y' x/d/f y/d/f; stat -c %Y x/d`,
    says: '755 981173106\n755 981173106\n981173106',
  },
  {
    ...{ what: 'gzip, gunzip, zcat', needs: ['gzip'] },
    script: `echo x > f; chmod 640 f; ${OLD} f; gzip f; zcat f.gz; gunzip f.gz; stat -c '%a %Y' f`,
    says: 'x\n640 981173106',
  },
  {
    ...{ what: 'zip and unzip', needs: ['zip', 'unzip'] },
    script: `mkdir d; echo x > d/f; chmod 755 d/f; zip -qr z.zip d; mkdir y; unzip -q z.zip -d y
      stat -c %a y/d/f; cat y/d/f`,
    says: '755\nx',
  },
  {
    ...{ what: 'rsync -a', needs: ['rsync'] },
    script: `mkdir d; echo x > d/f; chmod 750 d/f; ${OLD} d/f; rsync -a d/ e/; stat -c '%a %Y' e/f`,
    says: '750 981173106',
  },
  {
    ...{ what: 'sed -i, patch, diff, ed-like edits with perl -pi', needs: ['patch', 'perl'] },
    script: `echo one > f; cp f g; chmod 755 f; sed -i s/one/two/ f; diff -u g f > p; patch -s g p
      perl -pi -e s/two/three/ f; cat g f; stat -c %a f`,
    says: 'two\nthree\n755',
  },
  {
    ...{ what: 'make and gcc', needs: ['make', 'gcc'] },
    script: `printf '#include <stdio.h>\\nint main(void){puts("made");return 0;}\\n' > a.c
      printf 'a: a.o\\n\\tgcc -o a a.o\\na.o: a.c\\n\\tgcc -c a.c\\n' > Makefile; make -s; ./a
      make -q && echo fresh; touch a.c; make -q || echo stale; ar rcs l.a a.o; strip a; ./a`,
    says: 'made\nfresh\nstale\nmade',
  },
  {
    ...{ what: 'a python script with files, threads and processes', needs: ['python3'] },
    script: `cat > s.py <<'END'
import os, shutil, subprocess, tempfile, threading
open('f', 'w').write('x'); os.chmod('f', 0o640); os.utime('f', (5, 5))
shutil.copy2('f', 'g'); shutil.copytree('.', '../copied-' + str(os.getpid())); os.replace('g', 'h')
t = threading.Thread(target=lambda: os.chmod('h', 0o600)); t.start(); t.join()
with tempfile.TemporaryDirectory() as d: open(os.path.join(d, 'x'), 'w').close()
print(oct(os.stat('h').st_mode)[-3:], int(os.stat('h').st_mtime))
print(subprocess.run(['sh', '-c', 'echo child; exit 3'], capture_output=True, text=True))
END
      python3 s.py`,
    says: "600 5\nCompletedProcess(args=['sh', '-c', 'echo child; exit 3'], returncode=3, stdout='child\\n', stderr='')",
  },
  {
    ...{ what: 'python3 -m venv', needs: ['python3'], isSlow: true },
    script: `python3 -m venv --without-pip v && ./v/bin/python -c 'import sys; print(sys.prefix != sys.base_prefix)'`,
    says: 'True',
  },
  {
    ...{ what: 'a node script with files and processes', needs: ['node'] },
    script: `cat > s.cjs <<'END'
const fs = require('node:fs'); const { spawnSync } = require('node:child_process');
fs.writeFileSync('f', 'x'); fs.chmodSync('f', 0o640); fs.utimesSync('f', 5, 5);
fs.cpSync('f', 'g', { preserveTimestamps: true }); fs.copyFileSync('f', 'h');
console.log((fs.statSync('g').mode & 0o777).toString(8), fs.statSync('g').mtimeMs);
console.log(spawnSync('sh', ['-c', 'exit 3']).status, fs.readdirSync('.').join());
fs.promises.chmod('h', 0o600).then(() => console.log((fs.statSync('h').mode & 0o777).toString(8)));
END
      node s.cjs`,
    says: '640 5000\n3 f,g,h,s.cjs\n600',
  },
  {
    ...{ what: 'npm init, and npm install of a folder', needs: ['npm', 'node'], isSlow: true },
    script: `export HOME=$PWD/home npm_config_update_notifier=false npm_config_audit=false npm_config_fund=false
      mkdir -p home lib app; cd lib; npm init -y > /dev/null; echo "module.exports = 'lib'" > index.js
      npm pkg set bin=index.js; cd ../app; npm init -y > /dev/null; npm install --silent --offline ../lib
      npm install --silent --offline --install-links ../lib; node -p "require('lib')"; test -x node_modules/.bin/lib && echo bin`,
    says: 'lib\nbin',
  },
  {
    ...{ what: 'pipelines, jobs, redirections, here documents', needs: [] },
    script: `seq 5 | sort -rn | head -2; (sleep 0.05; echo late) & wait; yes | head -1; printf 'b\\na\\n' > f
      sort -o f f; cat f | tee g > /dev/null; cat g; timeout 5 true && nice -n 1 true && nohup true 2> /dev/null && echo fine`,
    says: '5\n4\nlate\ny\na\nb\nfine',
  },
  {
    ...{ what: 'find -exec, xargs, find -newer', needs: [] },
    script: `touch a b; ${OLD} a; find . -type f -exec chmod 600 {} +; find . -type f | xargs -n1 stat -c %a
      find . -type f -newer a; find . -name a -delete; ls`,
    says: '600\n600\n./b\nb',
  },
  {
    ...{ what: 'signals and exit codes among its own', needs: [] },
    script: `sleep 100 & kill -TERM $!; wait $! 2> /dev/null; echo $?; sh -c 'exit 7'; echo $?; sh -c 'kill -SEGV $$' 2> /dev/null; echo $?`,
    says: '143\n7\n139',
  },
  {
    ...{ what: 'sqlite with a write-ahead log', needs: ['sqlite3'] },
    script: `sqlite3 d.db 'pragma journal_mode=wal; create table t(x); insert into t values (1); select * from t'`,
    says: 'wal\n1',
  },
];
