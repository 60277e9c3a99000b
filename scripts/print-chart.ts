import { findHelm, renderChart } from './tools/helm.ts'

/**
 * Prints the Kubernetes manifests of the Helm chart, for operators without Helm. Options, such as `--set` and
 * `-f`, are those of `helm template`. npm tells in INIT_CWD from which folder it was called.
 */
const helm = await findHelm()
if (helm === null) {
  process.stderr.write(
    `The packages of Spindle contain Helm for x64 only; this is ${process.arch}. Install Helm 3 or newer, or set HELM to its path.\n`,
  )
  process.exit(1)
}
try {
  process.stdout.write(renderChart(helm, process.argv.slice(2), process.env['INIT_CWD']))
} catch (error) {
  // Helm has written its own errors. A missing program has no exit status.
  const { status, message } = error as { status?: number | null; message: string }
  if (typeof status !== 'number') process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
