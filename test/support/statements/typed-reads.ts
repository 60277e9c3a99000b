import ts from 'typescript'

/** A constant at the top level of a module. */
interface Constant {
  readonly file: string
  readonly name: string
}

/** A call that runs a named statement, and the type that its caller gives to the rows. */
export interface TypedRead {
  readonly file: string
  readonly line: number
  readonly row: ts.Type
  /** The constants that may be the statement or the SQL function of the call. */
  readonly constants: readonly Constant[]
}

/** Returns the calls in source files that pass a statement and know the fields of its rows. */
export function typedReads(files: readonly ts.SourceFile[], checker: ts.TypeChecker): readonly TypedRead[] {
  const reads: TypedRead[] = []
  for (const file of files) visit(file)
  return reads

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) add(node)
    ts.forEachChild(node, visit)
  }

  function add(call: ts.CallExpression): void {
    const signature = checker.getResolvedSignature(call)
    const at =
      signature?.parameters.findIndex((parameter) => isStatement(checker.getTypeOfSymbol(parameter))) ?? -1
    const row = signature && rowOf(call, signature)
    if (at < 0 || row === undefined || checker.getPropertiesOfType(row).length === 0) return
    const file = call.getSourceFile()
    const line = file.getLineAndCharacterOfPosition(call.getStart()).line + 1
    const constants = new Map<ts.Node, Constant>()
    const argument = call.arguments.find((one, index) => index === at || ts.isSpreadElement(one))
    if (argument !== undefined) collect(argument, constants)
    reads.push({ file: file.fileName, line, row, constants: [...constants.values()] })
  }

  function rowOf(call: ts.CallExpression, signature: ts.Signature) {
    const named = call.typeArguments?.[0]
    if (named !== undefined) return checker.getTypeFromTypeNode(named)
    const rows = checker.getAwaitedType(checker.getReturnTypeOfSignature(signature))
    return rows && checker.getIndexTypeOfType(rows, ts.IndexKind.Number)
  }

  /** Collects the constants that an expression may stand for, also through variables and fields. */
  function collect(node: ts.Node, constants: Map<ts.Node, Constant>): void {
    if (ts.isCallExpression(node)) return collect(node.expression, constants)
    if (!ts.isMemberName(node)) return ts.forEachChild(node, (child) => collect(child, constants))
    const symbol = checker.getSymbolAtLocation(node)
    const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    const declaration = (isImported ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration
    if (declaration === undefined || constants.has(declaration)) return
    if (!ts.isVariableDeclaration(declaration) && !ts.isPropertyDeclaration(declaration)) return
    const file = declaration.getSourceFile()
    if (declaration.parent.parent.parent === file)
      constants.set(declaration, { file: file.fileName, name: declaration.name.getText() })
    else if (declaration.initializer !== undefined) collect(declaration.initializer, constants)
  }
}

const isStatement = (type: ts.Type) => type.getSymbol()?.getName() === 'Statement'
