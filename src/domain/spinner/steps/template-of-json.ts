/**
 * Returns the template that renders to a JSON value whose texts may contain templates, such as
 * `{ "email": "{{ email }}" }`. A text that is one output becomes the cell as JSON, so a number stays a number and a
 * missing cell becomes null. Another text with templates is rendered first and then quoted. A request is nested at most
 * 32 levels deep, so the function can call itself for each level.
 */
export function templateOfJson(value: unknown): string {
  if (typeof value === 'string') return templateOfText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(templateOfJson).join(', ')}]`
  const fields = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${templateOfJson(part)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function templateOfText(text: string): string {
  if (!/\{[{%]/.test(text)) return JSON.stringify(text)
  const [, output] = /^\{\{-?((?:(?!\}\}|\{\{).)*?)-?\}\}$/s.exec(text) ?? []
  if (output === undefined) return `{% capture text %}${text}{% endcapture %}{{ text | json }}`
  return /\|\s*json(?:ify)?\s*$/.test(output) ? text : `{{ ${output.trim()} | json }}`
}
