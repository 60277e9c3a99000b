import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

interface Model {
  new (data: unknown): { validate(): void }
}

/**
 * Returns the faults of Kubernetes manifests for a test, found by two checks. Kubernetes' schemas check the
 * values of fields but accept fields that they do not name. The TypeScript types made from the schemas find
 * unknown fields.
 */
export async function faultsOf(manifests: readonly Manifest[]): Promise<string[]> {
  const bySchema = await Promise.all(manifests.map(faultsBySchema))
  return [...bySchema.flat(), ...faultsByType(manifests)]
}

async function faultsBySchema(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind, metadata } = manifest
  const models = (await import(moduleOf(apiVersion))) as Readonly<Record<string, Model>>
  const Kind = models[kind]
  if (Kind === undefined) return [`${apiVersion} has no ${kind}`]
  try {
    new Kind(manifest).validate()
    return []
  } catch (error) {
    return [`${kind} ${metadata.name}: ${(error as Error).message}`]
  }
}

function faultsByType(manifests: readonly Manifest[]): string[] {
  const file = join(root, 'test/deploy/manifests.ts')
  const text = manifests
    .map(
      (manifest, no) =>
        `import type { I${manifest.kind} as Kind${no} } from ${JSON.stringify(moduleOf(manifest.apiVersion))}\n` +
        `export const manifest${no}: Kind${no} = ${JSON.stringify(manifest)}\n`,
    )
    .join('')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === file || fileExists(path)
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/**
 * Returns the npm module for an API version of Kubernetes: "apps/v1" is kubernetes-models/apps/v1, and "v1"
 * is kubernetes-models/v1.
 */
function moduleOf(apiVersion: string): string {
  return `kubernetes-models/${apiVersion}`
}
