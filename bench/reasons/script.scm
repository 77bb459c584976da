; Work for bench/coverage: recursion, lists, vectors and queens.
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (attacks? q d board)
  (cond ((null? board) #f)
        ((or (= (car board) q) (= (abs (- (car board) q)) d)) #t)
        (else (attacks? q (+ d 1) (cdr board)))))
(define (queens n row board)
  (if (= row n)
      1
      (let loop ((q 0) (sum 0))
        (if (= q n)
            sum
            (loop (+ q 1) (if (attacks? q 1 board) sum (+ sum (queens n (+ row 1) (cons q board)))))))))
(display (fib 22)) (newline)
(display (queens 7 0 '())) (newline)
