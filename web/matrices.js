// Small dense matrices as lists of rows: singular values, least squares, equations.
"use strict";

const unitRows = (rows) => rows.map((row) => { const norm = Math.hypot(...row); return row.map((value) => (norm > 0 ? value / norm : 0)); });

// Singular values of a dense matrix, rising: roots of the eigenvalues of the smaller square.
function singularValues(rows, columns) {
  const wide = rows.length < columns, n = wide ? rows.length : columns;
  const entry = wide ? (i, j) => rows[i].reduce((sum, value, k) => sum + value * rows[j][k], 0) : (i, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0);
  const S = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; i += 1) for (let j = 0; j <= i; j += 1) S[i][j] = S[j][i] = entry(i, j);
  return eigenvalues(S).map((value) => Math.sqrt(Math.max(value, 0)));
}
function inverseCondition(rows) {
  if (!rows.length || !rows[0].length) return 1;
  const values = singularValues(rows, rows[0].length), largest = values[values.length - 1];
  return largest > 0 ? values[0] / largest : 0;
}

// Eigenvalues of a symmetric matrix, rising: Householder's reflections to three diagonals, then bisection by the number
// of eigenvalues below a place.
function eigenvalues(S) {
  const n = S.length, diagonal = new Float64Array(n), beside = new Float64Array(n);
  for (let k = 0; k < n - 2; k += 1) {
    const x = Array.from({ length: n - k - 1 }, (_, i) => S[k + 1 + i][k]), norm = Math.hypot(...x);
    if (!(norm > 0)) continue;
    const v = Float64Array.from(x);
    v[0] += x[0] < 0 ? -norm : norm;
    const length = Math.hypot(...v);
    v.forEach((value, i) => { v[i] = value / length; });
    // S <- (1 - 2 v v^T) S (1 - 2 v v^T) on the rows and columns from k + 1
    const w = v.map((_, i) => v.reduce((sum, value, j) => sum + S[k + 1 + i][k + 1 + j] * value, 0));
    const c = v.reduce((sum, value, i) => sum + value * w[i], 0);
    for (let i = 0; i < v.length; i += 1) for (let j = 0; j < v.length; j += 1) S[k + 1 + i][k + 1 + j] += 4 * c * v[i] * v[j] - 2 * (v[i] * w[j] + w[i] * v[j]);
    const first = x[0] < 0 ? norm : -norm;
    x.forEach((_, i) => { S[k + 1 + i][k] = S[k][k + 1 + i] = i ? 0 : first; });
  }
  for (let k = 0; k < n; k += 1) { diagonal[k] = S[k][k]; beside[k] = k ? S[k][k - 1] : 0; }
  const reach = Math.max(...diagonal.map((value, k) => Math.abs(value) + Math.abs(beside[k]) + Math.abs(k + 1 < n ? beside[k + 1] : 0)), 1e-300);
  const below = (place) => {
    let count = 0, d = 1;
    for (let k = 0; k < n; k += 1) {
      d = diagonal[k] - place - (k ? beside[k] ** 2 / d : 0);
      if (d === 0) d = 1e-300;
      count += d < 0 ? 1 : 0;
    }
    return count;
  };
  return Array.from({ length: n }, (_, k) => {
    let low = -reach, high = reach;
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2;
      if (below(middle) > k) high = middle; else low = middle;
    }
    return (low + high) / 2;
  });
}

// The lower factor of a positive definite matrix, or nothing.
function choleskyOf(S) {
  const n = S.length, L = S.map(() => new Float64Array(n));
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = S[i][j];
      for (let k = 0; k < j; k += 1) sum -= L[i][k] * L[j][k];
      if (i === j && !(sum > 0)) return null;
      L[i][j] = i === j ? Math.sqrt(sum) : sum / L[j][j];
    }
  }
  return L;
}

// x of L L^T x = right.
function solveFactored(L, right) {
  const y = Float64Array.from(right), n = L.length;
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) y[i] -= L[i][k] * y[k];
    y[i] /= L[i][i];
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) y[i] -= L[k][i] * y[k];
    y[i] /= L[i][i];
  }
  return y;
}

// T of rows T = (0, 1): what the rows from `first` on give one by one while those before stay zero. Nothing if the rows
// do not fix it.
function leastSquares(rows, first) {
  const n = rows[0].length;
  const L = choleskyOf(Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0))));
  if (!L) return null;
  const solve = (right) => solveFactored(L, rows[0].map((_, i) => rows.reduce((sum, row, r) => sum + row[i] * right[r], 0)));
  const columns = rows.slice(first).map((_, c) => {
    const right = rows.map((__, r) => (r === first + c ? 1 : 0)), x = solve(right);
    // Once more for the digits that the squares take.
    const rest = right.map((value, r) => value - rows[r].reduce((sum, entry, i) => sum + entry * x[i], 0));
    return solve(rest).map((value, i) => value + x[i]);
  });
  return rows[0].map((_, i) => columns.map((column) => column[i]));
}

// The same span with columns of length one at right angles, by the factor of their products.
function orthonormal(T) {
  const n = T[0].length;
  const L = choleskyOf(Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => T.reduce((sum, row) => sum + row[i] * row[j], 0))));
  if (!L) return null;
  return T.map((row) => {
    const y = row.slice();
    for (let i = 0; i < n; i += 1) {
      for (let k = 0; k < i; k += 1) y[i] -= L[i][k] * y[k];
      y[i] /= L[i][i];
    }
    return y;
  });
}

// Elimination with pivots; what is singular gives numbers that are not finite.
function solveSquare(rows, right) {
  const A = rows.map((row, i) => [...row, right[i]]), n = A.length;
  for (let k = 0; k < n; k += 1) {
    let pivot = k;
    for (let i = k + 1; i < n; i += 1) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i;
    [A[k], A[pivot]] = [A[pivot], A[k]];
    for (let i = 0; i < n; i += 1) {
      if (i === k) continue;
      const factor = A[i][k] / A[k][k];
      for (let j = k; j <= n; j += 1) A[i][j] -= factor * A[k][j];
    }
  }
  return A.map((row, k) => row[n] / row[k]);
}

function determinantOf(rows) {
  const A = rows.map((row) => row.slice()), n = A.length;
  let result = 1;
  for (let k = 0; k < n; k += 1) {
    let pivot = k;
    for (let i = k + 1; i < n; i += 1) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i;
    if (pivot !== k) { [A[k], A[pivot]] = [A[pivot], A[k]]; result = -result; }
    result *= A[k][k];
    if (!A[k][k]) return 0;
    for (let i = k + 1; i < n; i += 1) for (let j = n - 1; j >= k; j -= 1) A[i][j] -= A[i][k] / A[k][k] * A[k][j];
  }
  return result;
}
