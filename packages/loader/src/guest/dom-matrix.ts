type Six = readonly [number, number, number, number, number, number];
type Init = readonly number[] | Float32Array | Float64Array | MatrixLike | string | undefined;

interface MatrixLike {
  readonly a?: number;
  readonly b?: number;
  readonly c?: number;
  readonly d?: number;
  readonly e?: number;
  readonly f?: number;
}

const IDENTITY: Six = [1, 0, 0, 1, 0, 0];

/**
 * `DOMMatrix` in the plane. Node has none, but readers of PDF make one while they load, from a native package
 * that no sandbox can have, whether they draw or only read the text.
 */
export class DOMMatrix {
  #six: Six;

  constructor(init?: Init) {
    this.#six = sixOf(init);
  }

  get a(): number {
    return this.#six[0];
  }

  get b(): number {
    return this.#six[1];
  }

  get c(): number {
    return this.#six[2];
  }

  get d(): number {
    return this.#six[3];
  }

  get e(): number {
    return this.#six[4];
  }

  get f(): number {
    return this.#six[5];
  }

  get is2D(): boolean {
    return true;
  }

  get isIdentity(): boolean {
    return this.#six.every((value, at) => value === IDENTITY[at]);
  }

  multiplySelf(other?: Init): this {
    this.#six = product(this.#six, sixOf(other));
    return this;
  }

  preMultiplySelf(other?: Init): this {
    this.#six = product(sixOf(other), this.#six);
    return this;
  }

  translateSelf(x = 0, y = 0): this {
    return this.multiplySelf([1, 0, 0, 1, x, y]);
  }

  scaleSelf(x = 1, y = x): this {
    return this.multiplySelf([x, 0, 0, y, 0, 0]);
  }

  rotateSelf(degrees = 0): this {
    const angle = (degrees * Math.PI) / 180;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return this.multiplySelf([cosine, sine, -sine, cosine, 0, 0]);
  }

  invertSelf(): this {
    const [a, b, c, d, e, f] = this.#six;
    const size = a * d - b * c;
    this.#six = [
      ...([d / size, -b / size, -c / size, a / size] as const),
      ...([(c * f - d * e) / size, (b * e - a * f) / size] as const),
    ];
    return this;
  }

  multiply(other?: Init): DOMMatrix {
    return new DOMMatrix(this).multiplySelf(other);
  }

  translate(x?: number, y?: number): DOMMatrix {
    return new DOMMatrix(this).translateSelf(x, y);
  }

  scale(x?: number, y?: number): DOMMatrix {
    return new DOMMatrix(this).scaleSelf(x, y);
  }

  rotate(degrees?: number): DOMMatrix {
    return new DOMMatrix(this).rotateSelf(degrees);
  }

  inverse(): DOMMatrix {
    return new DOMMatrix(this).invertSelf();
  }

  transformPoint({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number } = {}): object {
    const [a, b, c, d, e, f] = this.#six;
    return { x: a * x + c * y + e, y: b * x + d * y + f, z: 0, w: 1 };
  }
}

/** Six numbers, the sixteen of a matrix in space, or an object with the letters. */
function sixOf(init: Init): Six {
  if (typeof init !== 'object') return IDENTITY;
  if (Symbol.iterator in init) {
    const all = [...init];
    const at = all.length === 16 ? [0, 1, 4, 5, 12, 13] : [0, 1, 2, 3, 4, 5];
    return at.map((index) => all[index] ?? 0) as unknown as Six;
  }
  const { a = 1, b = 0, c = 0, d = 1, e = 0, f = 0 } = init;
  return [a, b, c, d, e, f];
}

function product([a, b, c, d, e, f]: Six, [g, h, i, j, k, l]: Six): Six {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}
