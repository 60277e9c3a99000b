import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from '@jest/globals'
import { until } from '../until.ts'

/** A program of the test: opens two folders, prints their names, and runs until the process is killed. */
const opener = `
  import { openScratch } from '${new URL('../scratch.ts', import.meta.url).href}'
  console.log(openScratch() + ' ' + openScratch("it's a folder ").replaceAll(' ', '%20'))
  setInterval(() => {}, 60_000)`

it('folders of a killed process are removed, and a process that only has the id of a former server stays', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' })
  const child = spawn(process.execPath, ['--input-type=module', '-e', opener], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    const folders = String(line)
      .split(' ')
      .map((name) => name.replaceAll('%20', ' '))
    for (const folder of folders) {
      mkdirSync(join(folder, 'cluster'))
      writeFileSync(join(folder, 'cluster', 'postmaster.pid'), `${other.pid}\n${folder}\n`)
    }
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true])
    child.kill('SIGKILL')
    await until(() => !folders.some((folder) => existsSync(folder)))
    expect(other.exitCode ?? other.signalCode).toBeNull()
  } finally {
    child.kill('SIGKILL')
    other.kill('SIGKILL')
  }
})
