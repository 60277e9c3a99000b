import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { answerFaults } from './examples/answers.ts'
import { blocks, blocksOf, pages } from './examples/blocks.ts'
import { commandFault } from './examples/commands.ts'
import { itWith } from './examples/machine.ts'
import { Sandbox } from './examples/sandbox.ts'
import { type GuideService, placeFiles, startGuideService } from './examples/service.ts'

it('every block of the guide is an example of a kind that a test checks', () => {
  const unknown = blocks.filter(({ kind }) => kind === null)
  expect(unknown.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  expect(blocks.length).toBeGreaterThan(100)
})

describe('the commands of a page, pasted into a shell', () => {
  const texts = new Map(pages.map((page) => [page, shellTextsOf(page)] as const))
  const beginnings = [...texts].filter(([, shell]) => shell.length > 0 && followed(shell) === undefined)
  const commands = new Map(
    beginnings.map(([page, shell]) => [page, [...shell, ...following(shell)]] as const),
  )
  let service: GuideService
  let sandbox: Sandbox

  beforeAll(async () => {
    service = await startGuideService(new Map([...commands].map(([page, text]) => [page, text.join('\n')])))
  })
  afterAll(() => service.close())
  beforeEach(() => {
    sandbox = new Sandbox()
    placeFiles(sandbox)
  })
  afterEach(() => sandbox.remove())

  const curl = itWith('curl')
  curl.run.each([...commands.keys()])(`%s${curl.suffix}`, async (page) => {
    const variables = service.variables.get(page) ?? {}
    const here = (commands.get(page) ?? []).map((text) => filledIn(text, service.api.url, variables))
    const { output, calls } = await sandbox.run(here, variables)
    const deployment = {
      env: service.env,
      organizationId: variables['ORGANIZATION'] ?? '',
      folder: sandbox.folder,
    }
    const faults = answerFaults(calls)
    for (const call of calls) faults.push(...(await commandFault(call, deployment)))
    expect(faults).toEqual([])
    if (page === 'docs/api/first-calls.md') expectCampaign(output)
  })

  /** Returns the commands of a page in their order. Files of settings come first, because scripts read them. */
  function shellTextsOf(page: string): readonly string[] {
    const shell = blocksOf(page).filter(({ language }) => language === 'sh')
    const [settings = [], others = []] = [true, false].map((are) =>
      shell.filter(({ kind }) => (kind === 'settings') === are).map(({ text }) => text),
    )
    return [...settings, ...others]
  }

  /** Returns the commands of another page that must run before, because they define a function that these use. */
  function followed(shell: readonly string[]): readonly string[] | undefined {
    const text = shell.join('\n')
    if (!/^post /m.test(text) || text.includes('post() {')) return undefined
    return [...texts.values()].find((others) => others.join('\n').includes('post() {'))
  }

  function following(shell: readonly string[]): readonly string[] {
    return [...texts.values()].filter((others) => followed(others) === shell).flat()
  }
})

/** Compares the output of the campaign of 30 days with what the page on test mode promises. */
function expectCampaign(output: string): void {
  const [ada = '', grace = ''] = output.split('{"items":').slice(-2)
  expect(ada).toContain('"subject":"Welcome, Ada"')
  expect(ada).toContain('"subject":"A week later"')
  expect(grace).toContain('"kind":"reply"')
  expect(grace).toContain('"status":"REPLIED"')
  expect(grace).not.toContain('A week later')
}

/** Returns commands with the address of the tested service, and with values in place of those that the page leaves open. */
function filledIn(text: string, url: string, variables: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:3000|(?<=curl )https:\/\/spindle\.example\.com/g, url)
    .replaceAll(/\b([A-Z]+)=(?:svc_)?…/g, (open, name: string) =>
      name in variables ? `${name}=${variables[name]}` : open,
    )
}
