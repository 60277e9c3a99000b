/** Returns the values of metrics in Prometheus text format for a test, by series: `name{label="value"}`. */
export async function scrape(url: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`)
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}
