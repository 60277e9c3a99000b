import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { pathOf } from './machine.ts'

/** A program that an example has called, with its words and its standard input. */
export interface Call {
  readonly program: string
  readonly words: readonly string[]
  readonly input: string
  /** The answer to a request of curl; null for other programs. */
  readonly answer: { readonly request: string; readonly status: number; readonly body: string } | null
}

/** Programs that examples may run for real, because they reach nothing outside of the sandbox. */
const harmless = ['basename', 'cat', 'date', 'env', 'find', 'grep', 'openssl', 'sed', 'sleep', 'tee']

/** Programs that would change the machine. They are only recorded, and `commands.ts` checks their words. */
const recorded = [
  'apt-get',
  'aws',
  'certbot',
  'chown',
  'docker',
  'git',
  'helm',
  'install',
  'journalctl',
  'kubectl',
  'mkdir',
  'mv',
  'npm',
  'pg_basebackup',
  'psql',
  'spindle-admin',
  'systemctl',
  'tar',
  'touch',
  'useradd',
  'answers',
]

const absolutePath = /(?<![\w.:/@-])\/(?:archive|backups|etc|opt|tmp|var)(?:\/[\w.-]+)*/g

/** The form of a comment that shows the answer to the request before it, with the HTTP status if it is not 2xx. */
const shownAnswer = /^# ((?:\d{3} )?\{.*\})$/gm

/**
 * A folder in which the commands of a page run in a real shell. Programs of the machine are replaced by one that
 * records its call; absolute paths lead into the folder. Requests are sent by the real curl.
 */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'spindle-guide-'))
  readonly #calls = join(this.folder, 'calls')
  readonly #bin = join(this.folder, 'bin')

  constructor() {
    mkdirSync(this.#calls)
    mkdirSync(this.#bin)
    for (const program of harmless) symlinkSync(pathOf(program) ?? '', join(this.#bin, program))
    const begin = '#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin\ncall="$CALLS/$(ls "$CALLS" | wc -l)"\n'
    for (const program of recorded)
      this.#write(program, `${begin}printf '%s\\0' "$@" > "$call.${program}"\nexec cat > "$call.input"\n`)
    this.#write('runuser', '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift\nexec "$@"\n')
    const curl = `curl -sS -o "$call.body" -w '%{http_code} %{method} %{url}' "$@" > "$call.curl"`
    this.#write('curl', `${begin}touch "$call.body"\n${curl} || exit\nexec cat "$call.body"\n`)
  }

  /** Runs the commands of a page in one shell, and returns its output and the calls in their order. */
  async run(
    texts: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly output: string; readonly calls: readonly Call[] }> {
    const script = texts.map((text) => this.#prepared(text)).join('\n')
    const settled = { ...env, PATH: this.#bin, CALLS: this.#calls, HOME: this.folder, LANG: 'C.UTF-8' }
    const shell = promisify(execFile)('/bin/sh', ['-e', '-c', script], { cwd: this.folder, env: settled })
    shell.child.stdin?.end()
    const { stdout } = await shell
    return { output: stdout, calls: this.#recordedCalls() }
  }

  /** Writes a file, whose path is relative to the folder of the sandbox. */
  place(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true })
    writeFileSync(join(this.folder, file), text)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  /** Returns the commands with paths of the sandbox. A script file, which begins with `#!`, runs with one word. */
  #prepared(text: string): string {
    const moved = text
      .replaceAll(absolutePath, (path) => {
        mkdirSync(join(this.folder, path.replace(/\/[^/]*\.[^/]*$/, '')), { recursive: true })
        return join(this.folder, path)
      })
      .replaceAll(/> (test\/[\w/]+)\//g, (redirection, folder: string) => {
        mkdirSync(join(this.folder, folder), { recursive: true })
        return redirection
      })
      .replaceAll(shownAnswer, (_, answer: string) => `answers '${answer.replaceAll("'", `'"'"'`)}'`)
    if (!moved.startsWith('#!')) return moved
    return moved.includes('exec ') ? `(set -- doctor\n${moved})` : moved
  }

  #recordedCalls(): readonly Call[] {
    const read = (name: string): string => readFileSync(join(this.#calls, name), 'utf8')
    return readdirSync(this.#calls)
      .filter((name) => !/\.(?:input|body)$/.test(name))
      .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))
      .map((name) => {
        const [number = '', program = ''] = name.split('.')
        if (program !== 'curl') {
          const words = read(name).split('\0').slice(0, -1)
          return { program, words, input: read(`${number}.input`), answer: null }
        }
        const [, status, request = ''] = /^(\d+) (.*)$/s.exec(read(name)) ?? []
        const answer = { request, status: Number(status), body: read(`${number}.body`) }
        return { program, words: [], input: '', answer }
      })
  }

  #write(program: string, text: string): void {
    writeFileSync(join(this.#bin, program), text, { mode: 0o755 })
  }
}
